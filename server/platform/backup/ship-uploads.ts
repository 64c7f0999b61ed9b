import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from './is-missing.ts'
import { listNames, type Vault } from './vault.ts'

const uploads = 'files/payment_proofs'

/** Copies an uploaded file. A file is written once and never changes, so it is copied once. */
export async function shipUpload(dataDir: string, vault: Vault, path: string): Promise<void> {
  const name = `${uploads}/${path}`
  if (await vault.has(name)) return
  await vault.write(name, createReadStream(join(dataDir, name))).catch((error: unknown) => {
    // The sweep of unused uploads may have removed it meanwhile.
    if (!isMissing(error)) throw error
  })
}

/**
 * Copies all uploaded files that the vault does not hold. An empty file is the name that an upload under way has taken; it is copied once
 * it is stored. A file that cannot be copied holds up no other one. Throws the first such error at the end.
 */
export async function shipAllUploads(dataDir: string, vault: Vault): Promise<void> {
  const errors: unknown[] = []
  for (const owner of await list(join(dataDir, uploads))) {
    const present = new Set(await listNames(join(vault.folder, uploads, owner)))
    for (const file of await list(join(dataDir, uploads, owner))) {
      if (present.has(file) || file.startsWith('.') || (await isEmpty(join(dataDir, uploads, owner, file)))) continue
      await shipUpload(dataDir, vault, `${owner}/${file}`).catch((error: unknown) => errors.push(error))
    }
  }
  if (errors.length > 0) throw errors[0]
}

async function isEmpty(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found === undefined || found.size === 0
}

/** Lists the paths of all uploaded files below a folder. */
export async function listUploads(
  root: string,
  listOwner: (folder: string) => Promise<string[]> = list,
): Promise<string[]> {
  const paths = []
  for (const owner of await list(join(root, uploads))) {
    const files = await listOwner(join(root, uploads, owner))
    paths.push(...files.filter((file) => !file.startsWith('.')).map((file) => `${owner}/${file}`))
  }
  return paths
}

/** Restores an uploaded file. Returns its hash, or undefined if the vault does not hold it. */
export async function restoreUpload(vault: Vault, path: string, target: string): Promise<string | undefined> {
  const name = `${uploads}/${path}`
  if (!(await vault.has(name))) return undefined
  return (await vault.read(name, target)).sha256
}

async function list(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
}
