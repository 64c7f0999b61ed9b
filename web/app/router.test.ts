import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { isPage, pagePaths, pageTitles } from '../../contract/pages.ts'
import { createAppRouter } from './router.tsx'

const { routesByPath } = createAppRouter(createMemoryHistory())
const routes = Object.keys(routesByPath)

test('the pages that the server knows are the routes of the web app', () => {
  const pages = routes.filter((path) => path !== '/$').map((path) => path.replaceAll('$', ':'))
  expect(pages.toSorted()).toEqual(pagePaths.toSorted())
  // All other addresses lead to the page that says "not found".
  expect(routes).toContain('/$')
})

test('every route has the title of its page', () => {
  const titles = Object.values(routesByPath).map(({ to, options }) => [to, options.staticData?.title])
  const expected = pagePaths.map((page) => [page.replace(':', '$'), pageTitles[page]])
  expect(Object.fromEntries(titles)).toEqual({ ...Object.fromEntries(expected), '/$': pageTitles.$ })
})

test.each(['/', '/login', '/Login', '/dashboard/', '/admin/users/01a1fc04-d21f-71f6-b847-7891256c252e'])(
  '%s is a page',
  (path) => expect(isPage(path)).toBe(true),
)

test.each(['//', '/logins', '/login/x', '/dashboards', '/dashboard/x', '/admin/users//', '/admin/users/a/b', '/$'])(
  '"%s" is no page',
  (path) => expect(isPage(path)).toBe(false),
)
