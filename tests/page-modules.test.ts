import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pagePaths } from '../contract/pages.ts'
import { pageModules } from '../web/app/page-modules.ts'

const webDir = join(import.meta.dirname, '../web')
const modules = new Set(Object.values(pageModules).flatMap((page) => page.modules))

test('names the modules of every page', () => {
  expect(Object.keys(pageModules).toSorted()).toEqual(['$', ...pagePaths].toSorted())
  for (const module of modules) expect([module, existsSync(join(webDir, module))]).toEqual([module, true])
})

/** Matches the options of one route. */
const route = /createRoute\(\{\n([^]*?)\n\}\)/g

test('names the imports of the routes, and the area of the texts that they load first', () => {
  const sources = globSync('app/routes/*-routes.tsx', { cwd: webDir }).map((file) =>
    readFileSync(join(webDir, file), 'utf8'),
  )
  const pages = sources
    .flatMap((source) => [...source.matchAll(route)].map(([, options = '']) => options))
    .flatMap((options) => {
      const [, kind = '', module = ''] = /component: (\w+)\(\(\) => import\('\.\.\/([^']+)'\)/.exec(options) ?? []
      return module === '' ? [] : [{ area: areas[kind], module: join('app', module), options }]
    })
  expect(pages.map(({ module }) => module).toSorted()).toEqual([...modules].toSorted())
  for (const { area, module, options } of pages) {
    const named = Object.entries(pageModules).filter(([, page]) => page.modules.includes(module))
    for (const [, page] of named) expect([module, page.area]).toEqual([module, area])
    const [, title] = /pageTitles(?:\['([^']+)'\]|\.(?=\$))/.exec(options) ?? []
    if (options.includes('staticData')) expect([module, named.map(([path]) => path)]).toEqual([module, [title ?? '$']])
  }
})

const areas: Record<string, string> = { lazyPage: 'app', legalPage: 'legal', memberPage: 'member', adminPage: 'admin' }
