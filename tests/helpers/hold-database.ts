import { startEmbeddedPostgres } from '../../server/platform/db/embedded-postgres.ts'

// Opens a data folder, prints its address, and holds it until it is killed: `node tests/helpers/hold-database.ts
// <folder>`.
const server = await startEmbeddedPostgres(process.argv[2] ?? '')
console.log(server.superuserUrl)
setInterval(() => {}, 60_000)
