// What was dropped or chosen, as what is sent: a file, files that belong together, or a folder, {path, size, files}.
const MOST = 50_000; // files that are looked at before the rest of a folder is left alone

// What a drop holds is gone once its event is over, so that this takes it at once and walks it later.
export async function dropped(transfer, rules) {
  const entries = [...transfer.items].filter((item) => item.kind === "file").map(entryOf);
  const files = [...transfer.files];
  if (!entries.some((entry) => entry?.isDirectory)) return together(files);
  const alone = await Promise.all(entries.filter((entry) => entry && !entry.isDirectory).map(fileOf));
  const items = together(alone.filter(Boolean));
  for (const entry of entries) if (entry?.isDirectory) items.push(await walked(entry, rules));
  return items;
}

// The files of a field, of which one that chooses folders gives each with its path.
export function chosen(files, rules) {
  const folders = new Map();
  for (const file of files) {
    const [root, ...rest] = file.webkitRelativePath.split("/");
    if (!rest.length) continue;
    if (!folders.has(root)) folders.set(root, folder(root));
    take(folders.get(root), file, rest.join("/"), rules);
  }
  return [...together(files.filter((file) => !file.webkitRelativePath)), ...folders.values()];
}

// A database goes with its journal (-wal) and the index of that (-shm); every other file is alone.
export function together(files) {
  const names = new Set(files.map((file) => file.name));
  const groups = new Map();
  for (const file of files) {
    const base = file.name.replace(/-(wal|shm)$/, "");
    const key = names.has(base) ? base : file.name;
    if (!groups.has(key)) groups.set(key, { path: key, size: 0, files: [] });
    add(groups.get(key), file, file.name);
  }
  // Two files of one name are two.
  return [...groups.values()].flatMap((item) => (isPlain(item) ? item.files.map(alone) : [item]));
}

const isPlain = ({ files }) => files.every(([file]) => file.name === files[0][0].name);
const alone = ([file]) => ({ path: file.name, size: file.size, files: [[file, file.name]] });

function add(item, file, path) {
  item.files.push([file, path]);
  item.size += file.size;
}

const folder = (root) => ({ path: root, size: 0, files: [], folder: true, left: {} });

// What no log is in is not sent, and is counted.
function take(item, file, inside, rules) {
  const why = whyLeft(inside, rules);
  if (why) item.left[why] = (item.left[why] ?? 0) + 1;
  else add(item, file, `${item.path}/${inside}`);
}

function whyLeft(inside, rules) {
  const folders = inside.toLowerCase().split("/");
  const name = folders.pop();
  if (folders.some((one) => rules.tools.includes(one))) return "tools";
  const ending = name.slice(name.lastIndexOf(".") + 1);
  if (rules.media.includes(ending) && name.replace(/^\.+/, "").includes(".")) return "media";
  return name.startsWith(".") && !rules.logs.includes(ending) ? "hidden" : "";
}

const entryOf = (item) => item.webkitGetAsEntry?.() ?? null;
const fileOf = (entry) => new Promise((done, fail) => entry.file(done, fail)).catch(() => null);

async function walked(root, rules) {
  const found = folder(root.name);
  const left = [root];
  for (let seen = 0; left.length && seen < MOST; seen += 1) {
    const entry = left.pop();
    const inside = entry.fullPath.split("/").slice(2).join("/");
    if (entry.isDirectory) {
      left.push(...(await listed(entry)).sort(byName).reverse());
    } else {
      const file = whyLeft(inside, rules) ? { size: 0 } : await fileOf(entry);
      if (file) take(found, file, inside, rules);
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
