// What is refused before it is sent: too many files, too large ones, and those whose names say that they are no logs.
const MEGABYTE = 1024 * 1024;
const TOTAL = 10; // times the most that one log may have

const KINDS = [
  [/\.(png|jpe?g|gif|webp|avif|bmp|ico|tiff?|svg|heic)$/i, "an image"],
  [/\.(mp3|wav|ogg|flac|m4a|mp4|mov|webm|mkv|avi)$/i, "a recording"],
  [/\.(7z|rar|whl|jar)$/i, "an archive; unpack it and send the log inside"],
  [/\.(pdf|docx?|xlsx?|pptx?|odt)$/i, "a document"],
  [/\.(exe|dll|so|dylib|bin|o|a|pyc|class|wasm|dmg|iso)$/i, "a program"],
  [/\.(parquet|pkl|npy|npz)$/i, "a table of numbers"],
  [/\.(woff2?|ttf|otf|eot)$/i, "a font"],
  [/(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini)$/, "the file manager's"],
  [/(^|\/)\.git\//, "git's"],
];

// Why none of several that would be sent is, or nothing.
export function whyNone(items, form) {
  const most = Number(form.dataset.most);
  const limit = Number(form.dataset.limit);
  if (items.length > most) {
    return `These are ${items.length.toLocaleString("en")} files; at most ${most} are taken at once. Nothing was sent: choose fewer, or a folder further down.`;
  }
  const total = items.reduce((sum, { size }) => sum + size, 0);
  if (limit && total > TOTAL * limit) {
    return `Together these have more than ${amount(TOTAL * limit)}, the most that is taken at once. Nothing was sent: choose fewer.`;
  }
  return "";
}

// Why one of several is not sent, or nothing; a file that was chosen alone is judged by its bytes.
export function whyNot(item, form, several) {
  const limit = Number(form.dataset.limit);
  if (limit && item.size > limit) {
    return `The upload is larger than ${amount(limit)}, the most that is taken here. The command line reads files of any size: crosswire check FILE.`;
  }
  if (item.folder && !item.files.length) return "There is no file in this folder that may hold a log.";
  if (item.folder && item.files.length > JSON.parse(form.dataset.folder).most) {
    return `This folder has ${item.files.length.toLocaleString("en")} files, more than are taken. Choose a folder further down.`;
  }
  const kind = several && !item.folder && KINDS.find(([names]) => names.test(item.path));
  if (kind) return `By its name this is ${kind[1]}, not a log. It was not sent.`;
  return "";
}

const amount = (bytes) => (bytes >= MEGABYTE ? `${Math.floor(bytes / MEGABYTE)} MB` : `${bytes} bytes`);
