/** The tables and views of a migrated database. */
export type Database = Record<never, never>
