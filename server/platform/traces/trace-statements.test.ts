import { expect, test } from 'vitest'
import { nameStatement } from './trace-statements.ts'

test.each([
  ['select /* find_session */ "s"."id" from "sessions" as "s"', 'find_session'],
  ['/* judge_caller */ select ledger.judge_caller($1::uuid)', 'judge_caller'],
  ['select "id" from "profiles" where "email" = $1', 'select profiles'],
  ['insert into "audit_log" ("user_id") values ($1)', 'insert audit_log'],
  ['\n    update sessions s set last_active_at = now()', 'update sessions'],
  ['delete from "ledger"."notes" where "id" = $1', 'delete ledger.notes'],
  ['select * from ledger.decide($1::uuid)', 'select ledger.decide'],
  ['select ledger.decide($1::uuid)', 'select ledger.decide'],
  ['begin', 'begin'],
  ["select 'ada@example.org'", 'select'],
])('the statement %j has the name %j', (text, name) => {
  expect(nameStatement(text)).toBe(name)
})
