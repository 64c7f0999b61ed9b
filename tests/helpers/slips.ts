import type { TestDatabase } from './database.ts'
import { submitPackage, type PackageFixture } from './ledger.ts'

/** Submits a package purchase, and asks its member for another slip. Returns the request's id. */
export async function submitAsked(
  database: TestDatabase,
  adminId: string,
  userId: string,
  pack: PackageFixture,
): Promise<string> {
  const requestId = await submitPackage(database, userId, pack)
  await askForSlip(database, adminId, userId, requestId)
  return requestId
}

/** Asks the member of a buy for another slip, for the slip of this revision. */
export async function askForSlip(
  database: TestDatabase,
  adminId: string,
  userId: string,
  requestId: string,
  revision = 0,
): Promise<void> {
  await database.owner.query(`SELECT ledger.note_slip_request($1, $2, $3, 'The amount cannot be read.', $4)`, [
    adminId,
    userId,
    requestId,
    revision,
  ])
}

/** Puts another slip on a buy of which the member was asked. */
export async function replaceSlip(
  database: TestDatabase,
  userId: string,
  requestId: string,
  uploadId: string,
): Promise<void> {
  await database.owner.query(`SELECT ledger.note_slip($1, $2, $3, NULL)`, [userId, requestId, uploadId])
}
