// The files of what was dropped, those in folders too, each with its path.
const MOST = 10_000; // files that are counted before the rest of a folder is left alone

// What a drop holds is gone once its event is over, so that this takes it at once and walks it later.
export function dropped(transfer) {
  const entries = [...transfer.items].filter((item) => item.kind === "file").map(entryOf);
  const files = [...transfer.files].map(plain);
  return entries.some((entry) => entry?.isDirectory) ? walked(entries.filter(Boolean)) : Promise.resolve(files);
}

export const plain = (file) => ({ file, path: file.webkitRelativePath || file.name, size: file.size });

const entryOf = (item) => item.webkitGetAsEntry?.() ?? null;

async function walked(entries) {
  const found = [];
  const left = [...entries].reverse();
  while (left.length && found.length < MOST) {
    const entry = left.pop();
    if (entry.isDirectory) {
      left.push(...(await listed(entry)).sort(byName).reverse());
    } else {
      const file = await new Promise((done, fail) => entry.file(done, fail)).catch(() => null);
      if (file) found.push({ file, path: entry.fullPath.replace(/^\//, ""), size: file.size });
    }
  }
  return found;
}

// A reader gives about a hundred at a time, and nothing in the end.
async function listed(folder) {
  const reader = folder.createReader();
  const all = [];
  for (;;) {
    const some = await new Promise((done) => reader.readEntries(done, () => done([])));
    if (!some.length || all.length >= MOST) return all;
    all.push(...some);
  }
}

const byName = (one, other) => (one.name < other.name ? -1 : 1);
