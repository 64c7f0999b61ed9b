import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { pagePaths } from '../contract/pages.ts'
import { demoSettings } from '../scripts/pictures/demo-site.ts'
import { emptyFolder } from '../scripts/pictures/picture-folder.ts'
import { listPictures, pictureFile, picturesDir, renderIndex, screens } from '../scripts/pictures/picture-list.ts'

const maxBytes = 3_000_000
const pictures = listPictures({ isComplete: false })

test('every page has its pictures, light and dark (else run npm run pictures)', () => {
  for (const path of pagePaths) {
    const own = pictures.filter((picture) => picture.path === path)
    expect([path, new Set(own.map(({ theme }) => theme)).size]).toEqual([path, 2])
  }
  for (const picture of pictures) {
    expect([pictureFile(picture), existsSync(join(picturesDir, pictureFile(picture)))]).toEqual([
      pictureFile(picture),
      true,
    ])
  }
  expect(readFileSync(join(picturesDir, 'README.md'), 'utf8')).toBe(renderIndex(pictures))
})

test('every picture is shown in a document, and all together stay small', () => {
  const files = readdirSync(picturesDir).filter((file) => file !== 'README.md')
  expect(files.toSorted()).toEqual(pictures.map(pictureFile).toSorted())
  expect(files.reduce((sum, file) => sum + statSync(join(picturesDir, file)).size, 0)).toBeLessThan(maxBytes)
})

test('the settings of the developer reach neither the database nor the pictures', () => {
  const folder = mkdtempSync(join(tmpdir(), 'et-settings-'))
  try {
    writeFileSync(join(folder, '.env'), 'DATABASE_URL=postgresql://owner@db.example.org/coins\nOPERATOR_NAME=Assay\n')
    const config = pathToFileURL(join(import.meta.dirname, '../server/platform/config.ts')).href
    const program = `const { loadConfig } = await import('${config}'); console.log(JSON.stringify(loadConfig()))`
    const read = (env: NodeJS.ProcessEnv) =>
      JSON.parse(
        execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: folder, env, encoding: 'utf8' }),
      ) as Record<string, unknown>
    const strict = { ...process.env, PUBLIC_URL: 'https://coins.example.org', NODE_ENV: 'production' }
    expect(read(strict)).toMatchObject({ operatorName: 'Assay', publicUrl: 'https://coins.example.org' })
    const { databaseUrl, operatorName, publicUrl, environment } = read({ ...strict, ...demoSettings(folder, 3456) })
    expect({ databaseUrl, operatorName, publicUrl, environment }).toEqual({
      databaseUrl: undefined,
      operatorName: undefined,
      publicUrl: 'http://localhost:3456',
      environment: 'development',
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a given folder loses older pictures and nothing else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'et-folder-'))
  const write = (...names: string[]) => {
    for (const name of names) writeFileSync(join(folder, name), name)
  }
  const empty = () => emptyFolder(folder, { isOwn: true })
  try {
    write('README.md')
    expect(empty).toThrow('README.md')
    write('home-phone-dark.webp')
    empty()
    expect(readdirSync(folder)).toEqual(['README.md'])
    write('home-phone-dark.webp', 'holidays.webp')
    expect(empty).toThrow('holidays.webp')
    expect(readdirSync(folder).toSorted()).toEqual(['README.md', 'holidays.webp', 'home-phone-dark.webp'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the complete set has every page in both themes at three widths', () => {
  const complete = listPictures({ isComplete: true })
  expect(complete).toHaveLength(pagePaths.length * 2 * Object.keys(screens).length)
  expect(new Set(complete.map(pictureFile)).size).toBe(complete.length)
  expect(Object.values(screens).map(({ width }) => width)).toEqual([1440, 768, 375])
})
