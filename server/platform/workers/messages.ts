import type { Config } from '../config.ts'

/** A worker ends itself within this time, and one that leaves within this time after its callers have left. */
export const workerEndMs = 6_000
/** The callers of a worker that leaves have this time. */
export const leavePatienceMs = 4_000

/** Everything that a worker needs to serve. */
export interface Task {
  config: Config
  /** The address of the database, with the login of the application. */
  appUrl: string
  encryptionKey: string
  isDemo: boolean
}

/** Messages of the first process to a worker. */
export type Order =
  | { kind: 'serve'; number: number; task: Task }
  /** Another worker takes its place: it may take its time, so that no call fails. */
  | { kind: 'leave' }
  | { kind: 'stop' }
  | { kind: 'read_figures' }
  | News

/** Messages of a worker to the first process. */
export type Report =
  /** Its program is loaded, and it hears orders. */
  | { kind: 'open' }
  | { kind: 'ready' }
  /** It cannot serve, for a reason that the operator can read. */
  | { kind: 'refused'; reason: string }
  | { kind: 'alive' }
  | { kind: 'figures'; text: string }
  /** A file was uploaded, which the next backup has to copy. */
  | { kind: 'stored'; path: string }
  | News

/** A worker tells the others of its host. */
export interface News {
  kind: 'news'
  topic: string
  news: unknown
}
