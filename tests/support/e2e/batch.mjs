// Many questions at once by POST /batch: the answers in order, in chunks that stay below the limits of one request.
const BYTES = 600000, QUESTIONS = 2000;

async function post(daemon, texts, headers) {
  const reply = await fetch(`${daemon.url}/batch`, {
    method: "POST", headers: { "content-type": "application/json", ...headers }, body: `{"questions":[${texts.join(",")}]}`,
  });
  if (reply.status !== 200) throw new Error(`/batch: ${reply.status} ${await reply.text()}`);
  return (await reply.json()).answers;
}

export async function ask(daemon, questions, headers = {}) {
  const answers = [];
  let chunk = [], bytes = 0;
  for (const question of questions) {
    const text = JSON.stringify(question);
    if (chunk.length && (bytes + text.length > BYTES || chunk.length === QUESTIONS)) {
      answers.push(...(await post(daemon, chunk, headers)));
      chunk = [];
      bytes = 0;
    }
    chunk.push(text);
    bytes += text.length + 1;
  }
  if (chunk.length) answers.push(...(await post(daemon, chunk, headers)));
  return answers;
}

export async function games(daemon) {
  return (await (await fetch(`${daemon.url}/games`)).json()).games.map((game) => game.id);
}
