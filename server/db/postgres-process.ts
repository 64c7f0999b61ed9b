import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { postgresUser } from './postgres-binaries.ts'
import { StartRefusal } from './start-refusal.ts'

/** A running PostgreSQL server: `exited` settles with its exit when it ends, wished for or not. */
export type PostgresProcess = { port: number; exited: Promise<string>; stop(): Promise<void> }

const startTimeoutMs = 600_000
const logMaxBytes = 10_000_000

/** Durability comes first: a commit that was answered is on the disk. Sizes suit one small machine. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  max_connections: '50',
  shared_buffers: '128MB',
  deadlock_timeout: '200ms',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Refused statements are answers to the application, which logs them; they may hold personal data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}
