// The views beside the board. The build makes one file of them, of what they share and of what they say: that compresses best.
import { mountCustom } from "./views/custom.js";
import { mountDocs } from "./views/docs.js";
import { mountExam } from "./views/exam.js";
import { mountPractice } from "./views/practice.js";
import { mountTable } from "./views/table.js";

export const table = { mount: mountTable };
export const practice = { mount: mountPractice };
export const exam = { mount: mountExam };
export const docs = { mount: mountDocs };
export const custom = { mount: mountCustom };
