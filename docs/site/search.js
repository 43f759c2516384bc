
// Stands behind the theme's worker, in the same file: a pasted error names the text that it is.
//
// The theme finds pages in which all words stand, so the ids and numbers of somebody's own
// request would find none. A query that holds a text of the catalogue whole, with anything
// where that says "…" or "N", is asked for as that text, whose page comes first.
{
  const ofTheme = self.onmessage;
  const PAGES = "reference/errors/";
  const LEAST = 2; // words of a text that is looked for within a longer query
  let texts = [];
  let wanted;

  const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const unescaped = (text) => text.replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&amp;/g, "&");

  // The words between what varies, in their order.
  const piecesOf = (title) =>
    title.split(/…|(?<![\p{L}\p{N}])N(?![\p{L}\p{N}])/u).map(wordsOf).filter((words) => words.length);

  const indexOfRun = (words, run, from) => {
    for (let at = from; at + run.length <= words.length; at += 1)
      if (run.every((word, number) => words[at + number] === word)) return at;
    return -1;
  };

  const holds = (words, pieces) => {
    let from = 0;
    for (const piece of pieces) {
      const at = indexOfRun(words, piece, from);
      if (at < 0) return false;
      from = at + piece.length;
    }
    return true;
  };

  // The text with most words of those that stand whole in a query.
  const textIn = (query) => {
    const words = wordsOf(query);
    const found = texts.filter((one) => one.length <= words.length && holds(words, one.pieces));
    const best = Math.max(...found.map((one) => one.length));
    return found.find((one) => one.length === best);
  };

  const learn = (items) => {
    texts = items
      .map((one, id) => ({ ...one, id, title: unescaped(one.title) }))
      .filter((one) => one.level === 1 && one.location.includes(PAGES))
      .map(({ id, title }) => ({ id, title, pieces: piecesOf(title) }))
      .map((one) => ({ ...one, length: one.pieces.flat().length }))
      .filter((one) => one.length >= LEAST);
  };

  self.onmessage = (event) => {
    const told = event.data;
    if (told.type === 0) learn(told.data.items);
    if (told.type === 2 && typeof told.data?.input === "string") {
      wanted = textIn(told.data.input);
      if (wanted) told.data.input = wanted.title;
    }
    ofTheme(event);
  };

  const send = self.postMessage.bind(self);
  self.postMessage = (message) => {
    if (message.type === 3 && wanted) {
      const isOther = (item) => Number(item.id !== wanted.id);
      message.data.items.sort((one, other) => isOther(one) - isOther(other));
    }
    send(message);
  };
}
