import { join } from 'node:path'
import type { Rolldown } from 'vite'

type Group = Rolldown.CodeSplittingGroup

/**
 * A page is a handful of files: on a slow line each one is a wait. What one page alone needs stays with it; what several
 * need is in one file with whatever else the first of these pages needs. The first group that takes a module keeps it.
 */
export function chunkGroups(webDir: string): Group[] {
  const shared = (name: string, pages: string[], minShareCount: number): Group => ({
    debugName: name,
    name: namedIf(name, webDir, pages),
    minShareCount,
  })
  const ofLanding = namedIf('home', webDir, ['app/landing.tsx'])
  const ofApp = namedIf('app', webDir, ['app/main.tsx'])
  const groups: Group[] = [
    // Every page needs it, and releases seldom change it.
    {
      name: 'framework',
      tags: ['$initial'],
      test: /node_modules[\\/](?:react|react-dom|scheduler|@tanstack[\\/](?:react-query|query-core))[\\/]/,
    },
    // What the home page, which starts by itself, and the app have in common.
    { debugName: 'base', name: (id, context) => (ofLanding(id, context) && ofApp(id, context) ? 'base' : null) },
    // What the home page shares with other pages: it loads no more than that.
    { debugName: 'parts', name: (id, context) => ofLanding(id, context) && 'parts', minShareCount: 3 },
    { debugName: 'home', name: ofLanding },
    // What runs before any page of the app does.
    { name: 'start', tags: ['$initial'], test: (id) => !isEntry(id) },
    ...libraries,
    // Around every page of those who are signed in, with the one that most of them see first.
    shared('frame', ['app/layouts/member-layout.tsx', 'pages/member/overview/page.tsx'], 2),
    // Comes soon after the first page.
    shared('inactivity', ['app/inactivity/idle-prompt.tsx'], 1),
    shared('registration', ['pages/public/signup/page.tsx'], 2),
    shared(
      'member-parts',
      ['buy', 'activity', 'referrals'].map((page) => `pages/member/${page}/page.tsx`),
      3,
    ),
    shared('security', ['pages/admin/security.tsx'], 2),
    shared('admin-frame', ['app/layouts/admin-layout.tsx'], 1),
    shared('admin-parts', ['pages/admin/dashboard/page.tsx'], 2),
    shared('lists', ['pages/admin/users/page.tsx'], 3),
    shared('desk', ['pages/admin/deposit-approvals/page.tsx'], 3),
  ]
  return groups.map((group, index) => ({ ...group, priority: groups.length - index }))
}

/**
 * Names the file of a chunk. A page is called after its folder, because all pages are called page.tsx.
 *
 * @param name as the bundler suggests it: "page"
 * @param module the path of the module that the chunk is for; null for a group of modules
 * @returns a pattern, such as "assets/activity-[hash].js"
 */
export function chunkFileName(name: string, module: string | null): string {
  const folder = module?.match(/[\\/]([^\\/]+)[\\/]page\.tsx$/)?.[1]
  return `assets/${folder ?? name}-[hash].js`
}

/** Libraries, and the parts of the kit that most pages have: each is loaded by whichever page needs it. */
const libraries: Group[] = [
  // The icons, each of them a few strokes.
  { name: 'icons', test: /node_modules[\\/]lucide-react[\\/]/, minShareCount: 2 },
  // Lists that are read page after page.
  { name: 'queries', test: /node_modules[\\/]@tanstack[\\/](?:react-query|query-core)[\\/]/, minShareCount: 2 },
  // What messages and dialogs have in common.
  {
    name: 'layers',
    test: /@radix-ui[\\/]react-(?:collection|dismissable-layer|id|presence|portal|use-[a-z-]+)[\\/]|[\\/]web[\\/]ui[\\/]icon-button/,
    minShareCount: 2,
  },
  // What checks the forms and keeps what is typed into them, which many pages need later than they are seen.
  {
    name: 'checks',
    test: /node_modules[\\/]zod[\\/]|[\\/]contract[\\/](?:operation|buy-quote|account-fields|text-fields)\.ts/,
    minShareCount: 2,
  },
  { name: 'typed', test: /node_modules[\\/](?:react-hook-form|@hookform)[\\/]/, minShareCount: 2 },
  // Headings, names and fields are on most pages.
  {
    name: 'fields',
    test: /[\\/]web[\\/](?:ui[\\/](?:page-title|person-name|field|text-input|textarea|password-input|code-field|radio-cards|select|checkbox|submit-button)|lib[\\/]use-draft)\.ts/,
    minShareCount: 2,
  },
  {
    name: 'dialogs',
    test: /@radix-ui[\\/]react-(?:dialog|focus-)|react-remove-scroll|aria-hidden|use-sidecar|use-callback-ref|react-style-singleton|[\\/]web[\\/]ui[\\/](?:sheet|dialog|dialog-parts|scroll-lock|use-return-focus)\.ts/,
    minShareCount: 2,
  },
  {
    name: 'tabs',
    test: /@radix-ui[\\/]react-(?:tabs|roving-focus|direction)|[\\/]web[\\/]ui[\\/]tabs/,
    minShareCount: 2,
  },
  // What stands beside the button that opened it.
  {
    name: 'popovers',
    test: /floating-ui|@radix-ui[\\/]react-(?:popper|popover|arrow)|[\\/]web[\\/]ui[\\/]popover/,
    minShareCount: 2,
  },
]

/** Names the group for the modules of this project that these pages import, which then bring what they need themselves. */
function namedIf(name: string, webDir: string, pages: string[]): Rolldown.CodeSplittingNameFunction {
  let reached: Set<string> | undefined
  return (id, context) => {
    reached ??= reach(
      pages.map((page) => join(webDir, page)),
      context,
    )
    return reached.has(id) && !isEntry(id) ? name : null
  }
}

/** What starts a document has effects as soon as it is loaded, so it is in no file that others load. */
function isEntry(id: string): boolean {
  return /[\\/]web[\\/](?:app[\\/](?:main|landing)\.tsx|(?:index|landing)\.html)$/.test(id)
}

/** The entries of libraries import all that a library has, so no way leads through them. */
function reach(pages: string[], context: Rolldown.ChunkingContext): Set<string> {
  const reached = new Set<string>()
  const waiting = [...pages]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id) || id.includes('node_modules')) continue
    reached.add(id)
    waiting.push(...(context.getModuleInfo(id)?.importedIds ?? []))
  }
  return reached
}
