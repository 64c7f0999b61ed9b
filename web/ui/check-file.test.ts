import { expect, test } from 'vitest'
import { checkFile, formatBytes } from './check-file.ts'

const rules = { accept: { 'image/png': ['.png'], 'application/pdf': ['.pdf'] }, maxBytes: 10 }

function fileOf(size: number, name: string, type: string) {
  return new File(['x'.repeat(size)], name, { type })
}

test('accepts the listed types up to the limit', () => {
  expect(checkFile(fileOf(10, 'slip.png', 'image/png'), rules)).toBeNull()
  expect(checkFile(fileOf(1, 'slip.pdf', 'application/pdf'), rules)).toBeNull()
})

test('uses the file name only if the browser knows no type', () => {
  expect(checkFile(fileOf(1, 'SLIP.PDF', ''), rules)).toBeNull()
  expect(checkFile(fileOf(1, 'slip.png', 'text/html'), rules)).toBe('type')
})

test('refuses other types, one byte too many, and an empty file', () => {
  expect(checkFile(fileOf(1, 'slip.gif', 'image/gif'), rules)).toBe('type')
  expect(checkFile(fileOf(11, 'slip.png', 'image/png'), rules)).toBe('size')
  expect(checkFile(fileOf(0, 'slip.png', 'image/png'), rules)).toBe('empty')
})

test('formats sizes for people', () => {
  expect([1, 340 * 1024, 1_258_291].map(formatBytes)).toEqual(['1 KB', '340 KB', '1.2 MB'])
})
