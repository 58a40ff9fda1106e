// The views beside the board. The build makes one file of them, of what they share and of what they say: that compresses best.
import { mountCustom } from "./custom.js";
import { mountDocs } from "./docs.js";
import { mountExam } from "./exam.js";
import { mountPractice } from "./practice.js";
import { mountTable } from "./table.js";

export const table = { mount: mountTable };
export const practice = { mount: mountPractice };
export const exam = { mount: mountExam };
export const docs = { mount: mountDocs };
export const custom = { mount: mountCustom };
