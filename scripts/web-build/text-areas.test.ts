import { join } from 'node:path'
import type { Rolldown } from 'vite'
import { expect, test } from 'vitest'
import type { PageModules } from './page-files.ts'
import { sortIntoParts } from './text-areas.ts'

const webDir = join(import.meta.dirname, '../../web')

/** Makes a chunk of these modules with these texts in its code. */
function script(name: string, modules: string[], texts: string[], links: Partial<Rolldown.OutputChunk> = {}) {
  const ids = modules.map((module) => join(webDir, module))
  return {
    type: 'chunk',
    name,
    fileName: `${name}.js`,
    isEntry: false,
    facadeModuleId: null,
    modules: Object.fromEntries(ids.map((id) => [id, {}])),
    code: texts.map((text) => `say(${JSON.stringify(text)})`).join(';'),
    imports: [],
    dynamicImports: [],
    ...links,
  } as unknown as Rolldown.OutputChunk
}

const page = (area: PageModules['area']): PageModules => ({ path: `/${area}`, modules: [`pages/${area}.tsx`], area })
const all = ['app.js', 'legal.js', 'member.js', 'admin.js']
const chunks = [
  script('landing', ['landing.tsx'], ['Welcome'], {
    isEntry: true,
    imports: ['base.js'],
    dynamicImports: ['start.js'],
  }),
  script('index', ['main.tsx'], [], { isEntry: true, imports: ['start.js'] }),
  script('base', ['lib/base.ts'], ['Try again', 'of a door', 'Open']),
  script('start', ['app/start-app.tsx'], ['Signed in'], { imports: ['base.js'], dynamicImports: [...all, 'later.js'] }),
  script('later', ['lib/later.ts'], ['Later']),
  script('app', ['pages/app.tsx'], ['Password']),
  script('legal', ['pages/legal.tsx'], ['Law']),
  script('member', ['pages/member.tsx'], ['Take out', 'Password'], { dynamicImports: ['chat.js', 'admin.js'] }),
  script('chat', ['features/chat.tsx'], ['Write']),
  script('admin', ['pages/admin.tsx'], ['Approve'], { imports: ['chat.js'] }),
]
const bundle = Object.fromEntries(chunks.map((chunk) => [chunk.fileName, chunk]))
const said = ['Welcome', 'Try again', 'of a door|Open', 'Signed in', 'Later', 'Password', 'Law', 'Take out', 'Write']
const ofServer = 'Please log in to continue.'
const keys = [...said, 'Approve', 'Only a mail says so.', 'of a shop|Open', ofServer]
const routes = (['app', 'legal', 'member', 'admin'] as const).map(page)

test('each part has what its scripts say and the parts before it have not, and none has what only a mail says', () => {
  expect(sortIntoParts(keys, bundle, webDir, routes)).toEqual({
    home: ['Welcome', 'Try again', 'of a door|Open'],
    app: ['Try again', 'of a door|Open', 'Signed in', 'Later', 'Password', ofServer],
    legal: ['Law'],
    member: ['Take out', 'Write'],
    admin: ['Write', 'Approve'],
  })
})
