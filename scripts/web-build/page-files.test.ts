import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pagePaths } from '../../contract/pages.ts'
import { readRoutes } from './page-files.ts'

const webDir = join(import.meta.dirname, '../../web')
const routes = readRoutes(webDir)

test('finds the modules of each page in the sources of the routes', () => {
  expect(routes).toContainEqual({ path: '/', modules: ['pages/public/landing/page.tsx'], area: 'app' })
  expect(routes).toContainEqual({
    path: '/admin/users/:userId',
    modules: ['app/layouts/admin-layout.tsx', 'pages/admin/user-details/page.tsx'],
    area: 'admin',
  })
  expect(routes).toContainEqual({
    path: '/dashboard',
    modules: ['app/layouts/member-layout.tsx', 'pages/member/overview/page.tsx'],
    area: 'member',
  })
  expect(routes.filter(({ path }) => path === '$')).toHaveLength(1)
})

test('names pages and files that there are', () => {
  for (const { path, modules } of routes) {
    expect(['$', ...pagePaths]).toContain(path)
    for (const module of modules) expect([module, existsSync(join(webDir, module))]).toEqual([module, true])
  }
})
