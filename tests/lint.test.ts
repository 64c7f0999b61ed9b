import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

type Diagnostic = { code: string; filename: string }

/** The rules that protect money, secrets or the size of the site, each with a file that breaks it. */
const plants: Record<string, { file: string; text: string }> = {
  'typescript(no-floating-promises)': {
    file: 'server/floating.ts',
    text: 'async function pay(): Promise<void> {}\nexport function run(): void {\n  pay()\n}',
  },
  'typescript(no-misused-promises)': {
    file: 'server/misused.ts',
    text: 'export function run(list: string[]): void {\n  list.forEach(async (one) => {\n    await Promise.resolve(one)\n  })\n}',
  },
  'typescript(switch-exhaustiveness-check)': {
    file: 'server/switching.ts',
    text: "export function run(kind: 'buy' | 'sell'): void {\n  switch (kind) {\n    case 'buy':\n      break\n  }\n}",
  },
  'typescript(no-unsafe-return)': {
    file: 'server/unsafe.ts',
    text: 'export function run(text: string): string {\n  return JSON.parse(text)\n}',
  },
  'eslint(no-console)': { file: 'server/console.ts', text: "console.log('a')" },
  'import(no-default-export)': { file: 'server/default.ts', text: 'export default 1' },
  'eslint(no-restricted-imports)': {
    file: 'contract/full-zod.ts',
    text: "import * as z from 'zod'\nexport const a = z",
  },
  'react(no-danger)': {
    file: 'web/danger.tsx',
    text: 'export const Danger = () => <p dangerouslySetInnerHTML={{ __html: location.hash }} />',
  },
  'react-hooks(rules-of-hooks)': {
    file: 'web/hooks.tsx',
    text: "import { useState } from 'react'\nexport function useMaybe(is: boolean) {\n  if (is) useState(0)\n}",
  },
  'jsx-a11y(alt-text)': { file: 'web/alt.tsx', text: 'export const Picture = () => <img src="/a.png" />' },
}

let copy = ''
let diagnostics: Diagnostic[] = []
let status: number | null

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'et-lint-'))
  for (const file of ['.oxlintrc.json', 'package.json', 'tsconfig.json', 'tsconfig.base.json', 'web/tsconfig.json'])
    cpSync(file, join(copy, file))
  symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'))
  for (const { file, text } of Object.values(plants)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    writeFileSync(join(copy, file), `${text}\n`)
  }
  const oxlint = join(process.cwd(), 'node_modules/oxlint/bin/oxlint')
  const run = spawnSync(process.execPath, [oxlint, '--format=json'], { cwd: copy, encoding: 'utf8' })
  status = run.status
  diagnostics = (JSON.parse(run.stdout) as { diagnostics: Diagnostic[] }).diagnostics
})

afterAll(() => {
  rmSync(copy, { recursive: true, force: true })
})

test('a violation ends the linter with a failure', () => {
  expect(status).toBe(1)
})

test.for(Object.entries(plants))('%s reports its planted violation', ([rule, { file }]) => {
  expect(diagnostics.filter(({ code, filename }) => code === rule && filename === file)).not.toEqual([])
})
