import * as z from 'zod/mini'
import { urlOf, wholeNumber } from './setting-schemas.ts'

/** The settings of the database. */
export const databaseSettings = {
  databaseUrl: {
    name: 'DATABASE_URL',
    meaning:
      'PostgreSQL 15 or newer to use instead of the built-in one, with the login that owns the database. It needs ' +
      'APP_DATABASE_URL beside it.',
    expected: 'an address such as postgresql://user:password@host:5432/database',
    isSecret: true,
    schema: z.optional(urlOf('postgres:', 'postgresql:')),
  },
  appDatabaseUrl: {
    name: 'APP_DATABASE_URL',
    meaning:
      'The same database with a login of its own for the application. The server does not start if this login owns the ' +
      'database, can become its owner, or may write the books.',
    expected: 'an address such as postgresql://user:password@host:5432/database, beside DATABASE_URL',
    isSecret: true,
    schema: z.optional(urlOf('postgres:', 'postgresql:')),
  },
  databasePoolMax: {
    name: 'DATABASE_POOL_MAX',
    meaning:
      'Most database connections of this host for its calls. Its processes share them, and each has one at least. With auto there are ' +
      'five for each process, but ten at least and 50 at most. Each process has one more, which hears of changes. The built-in ' +
      'database has 100 connections in all.',
    expected: 'auto, or a whole number from 1 to 200',
    fallback: 'auto',
    schema: z.union([wholeNumber(1, 200), z.literal('auto')]),
  },
  preparedStatements: {
    name: 'PREPARED_STATEMENTS',
    meaning:
      'Prepares frequent statements once for each database connection. Choose off behind a pooler that does not carry them along. ' +
      'A pooler has to give each connection of the server a session of its own, because roles and news of changes need one.',
    expected: 'on or off',
    fallback: 'on',
    schema: z.enum(['on', 'off']),
  },
} as const
