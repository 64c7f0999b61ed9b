import { join } from 'node:path'
import type { Rolldown } from 'vite'

type Group = Rolldown.CodeSplittingGroup

/**
 * Groups the modules into a handful of files for each page, because each file is a wait on a slow line. Modules of a
 * single page stay with that page. Modules of several pages share a file with the other modules that the first of these
 * pages needs. The first group that takes a module keeps it.
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
    // Every page needs the framework, and releases seldom change it.
    {
      name: 'framework',
      tags: ['$initial'],
      test: /node_modules[\\/](?:react|react-dom|scheduler|@tanstack[\\/](?:react-query|query-core))[\\/]/,
    },
    // The modules that both the home page and the app use. The home page starts without the app.
    { debugName: 'base', name: (id, context) => (ofLanding(id, context) && ofApp(id, context) ? 'base' : null) },
    // The modules that the home page shares with other pages. The home page loads no others.
    { debugName: 'parts', name: (id, context) => ofLanding(id, context) && 'parts', minShareCount: 3 },
    { debugName: 'home', name: ofLanding },
    // The modules that run before any page of the app.
    { name: 'start', tags: ['$initial'], test: (id) => !isEntry(id) },
    ...libraries,
    // The modules around every page of the member area, with its overview, the page that most members open first.
    shared('frame', ['app/layouts/member-layout.tsx', 'pages/member/overview/page.tsx'], 2),
    // The modules that load soon after the first page.
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

/** Libraries and common parts of the kit. Each page loads the ones that it needs. */
const libraries: Group[] = [
  // The icons, each of them a few strokes.
  { name: 'icons', test: /node_modules[\\/]lucide-react[\\/]/, minShareCount: 2 },
  // The library of lists that load page by page.
  { name: 'queries', test: /node_modules[\\/]@tanstack[\\/](?:react-query|query-core)[\\/]/, minShareCount: 2 },
  // The parts that messages and dialogs share.
  {
    name: 'layers',
    test: /@radix-ui[\\/]react-(?:collection|dismissable-layer|id|presence|portal|use-[a-z-]+)[\\/]|[\\/]web[\\/]ui[\\/]icon-button/,
    minShareCount: 2,
  },
  // The modules that check forms and keep drafts. Many pages need them only after they are drawn.
  {
    name: 'checks',
    test: /node_modules[\\/]zod[\\/]|[\\/]contract[\\/](?:operation|buy-quote|account-fields|text-fields)\.ts/,
    minShareCount: 2,
  },
  { name: 'typed', test: /node_modules[\\/](?:react-hook-form|@hookform)[\\/]/, minShareCount: 2 },
  // Most pages have headings, names and fields.
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
  // The parts of the boxes that open beside a button.
  {
    name: 'popovers',
    test: /floating-ui|@radix-ui[\\/]react-(?:popper|popover|arrow)|[\\/]web[\\/]ui[\\/]popover/,
    minShareCount: 2,
  },
]

/** Names the group for the project's own modules that these pages import. These modules then load their own imports. */
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

/** The entry of a document runs as soon as it is loaded, so no other page's file may contain it. */
function isEntry(id: string): boolean {
  return /[\\/]web[\\/](?:app[\\/](?:main|landing)\.tsx|(?:index|landing)\.html)$/.test(id)
}

/** The entry of a library imports the whole library, so the search does not follow libraries. */
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
