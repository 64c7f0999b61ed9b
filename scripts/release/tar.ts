import { readFileSync } from 'node:fs'

/** A file of an archive: with its content, as the name of the file that has it, or as a link to another place. */
export interface ArchiveFile {
  /** Its path in the archive, with slashes. */
  path: string
  mode: number
  source?: string
  content?: string
  link?: string
}

const blockBytes = 512
const nameBytes = 100
const prefixBytes = 155

/**
 * Writes the files as a POSIX archive (ustar), all below one folder. Owners are root and times are equal, so the bytes
 * depend on the files alone. Throws for a path that the format cannot hold.
 */
export function* writeTar(
  files: ArchiveFile[],
  { folder, seconds }: { folder: string; seconds: number },
): Generator<Buffer> {
  for (const file of files) {
    const content = contentOf(file)
    yield writeHeader({ ...file, path: `${folder}/${file.path}` }, content.length, seconds)
    yield content
    yield Buffer.alloc((blockBytes - (content.length % blockBytes)) % blockBytes)
  }
  yield Buffer.alloc(2 * blockBytes)
}

/** Reads what a file of the archive has in it. A link has nothing. */
export function contentOf({ source, content = '' }: ArchiveFile): Buffer {
  return source === undefined ? Buffer.from(content) : readFileSync(source)
}

function writeHeader({ path, mode, link = '' }: ArchiveFile, bytes: number, seconds: number): Buffer {
  const [prefix, name] = splitPath(path)
  const header = Buffer.alloc(blockBytes)
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`
  header.write(name, 0)
  header.write(octal(mode, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  header.write(octal(bytes, 11), 124)
  header.write(octal(seconds, 11), 136)
  header.write(' '.repeat(8), 148)
  header.write(link ? '2' : '0', 156)
  header.write(link, 157)
  header.write('ustar\0', 257)
  header.write('00', 263)
  header.write(prefix, 345)
  header.write(
    `${octal(
      header.reduce((sum, byte) => sum + byte, 0),
      6,
    )} `,
    148,
  )
  if (Buffer.byteLength(link) > nameBytes) throw new Error(`${path}: its link is too long for an archive`)
  return header
}

/** Divides a path at a slash so that both parts fit into their fields. */
function splitPath(path: string): [prefix: string, name: string] {
  if (Buffer.byteLength(path) <= nameBytes) return ['', path]
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)]
    if (Buffer.byteLength(prefix) <= prefixBytes && Buffer.byteLength(name) <= nameBytes) return [prefix, name]
  }
  throw new Error(`${path} is too long for an archive`)
}
