import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { writePrivateFile } from './durable-file.ts'
import { StartRefusal } from './start-refusal.ts'

const password = z.string().check(z.minLength(16))
const secretsFile = z.object({ postgres: z.object({ superuser: password, owner: password, app: password }) })

/** Passwords of the embedded database, created once per data folder. */
export type Secrets = z.infer<typeof secretsFile>

/** Reads the secrets of a data folder. Creates them if neither they nor a database exist yet. */
export function readOrCreateSecrets(dataDir: string): Secrets {
  const path = join(dataDir, 'secrets.json')
  if (existsSync(path)) return parseSecrets(path)
  if (existsSync(join(dataDir, 'postgres'))) {
    throw new StartRefusal(`${path} is missing, and the database beside it cannot be opened without it.`)
  }
  const secrets = { postgres: { superuser: newPassword(), owner: newPassword(), app: newPassword() } }
  writePrivateFile(path, `${JSON.stringify(secrets, null, 2)}\n`)
  return secrets
}

function parseSecrets(path: string): Secrets {
  try {
    return secretsFile.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    throw new StartRefusal(`${path} cannot be read as the secrets of a database.`, { cause: error })
  }
}

function newPassword(): string {
  return randomBytes(32).toString('base64url')
}
