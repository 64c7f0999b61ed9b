import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const web = join(import.meta.dirname, '../web')
const gallery = globSync('ui/gallery/*.tsx', { cwd: web }).map((file) => readFileSync(join(web, file), 'utf8'))
const components = globSync('ui/*.tsx', { cwd: web }).map((file) => basename(file))

/** These parts show nothing on their own. The gallery shows the components that use them. */
const partsOfOthers = [
  'dialog-parts',
  'file-preview',
  'keyboard-key',
  'qr-modules',
  'scroll-lock',
  'shell-link',
  'skip-link',
].map((name) => `${name}.tsx`)
/** This component only decides when another one is loaded. */
const invisible = ['load-when-needed.tsx']

test('the gallery shows every component of the kit', () => {
  const isShown = (file: string) => gallery.some((source) => source.includes(`'../${file}'`))
  const missing = components.filter((file) => !isShown(file))
  expect(missing.toSorted()).toEqual([...partsOfOthers, ...invisible].toSorted())
})

test('components that it leaves out are parts of shown ones', () => {
  const uses = (file: string) =>
    components.filter((other) => readFileSync(join(web, 'ui', other), 'utf8').includes(`'./${file}'`))
  for (const part of partsOfOthers) expect([part, uses(part).length > 0]).toEqual([part, true])
})

test('the gallery is not part of the build', () => {
  const sources = globSync(['{app,pages,features,lib}/**/*.{ts,tsx}', 'ui/*.{ts,tsx}'], { cwd: web })
  for (const file of [...sources, 'index.html']) {
    expect([file, readFileSync(join(web, file), 'utf8').includes('gallery/')]).toEqual([file, false])
  }
})
