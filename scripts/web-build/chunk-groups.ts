import type { Rolldown } from 'vite'

/** The files that start a document run as soon as they are loaded, so no group takes them. */
const entry = /\/web\/(?:app\/(?:main|landing)\.tsx|(?:index|landing)\.html)$/
const framework = /node_modules\/(?:react|react-dom|scheduler|@tanstack\/(?:react-query|query-core))\//

/** The libraries and parts of the kit that lie in a file of their own, if at least two pages use them. */
const kit: Record<string, RegExp> = {
  icons: /node_modules\/lucide-react\//,
  queries: /node_modules\/@tanstack\/(?:react-query|query-core)\//,
  layers: /@radix-ui\/react-(?:collection|dismissable-layer|id|presence|portal|use-[a-z-]+)\/|\/ui\/icon-button/,
  checks:
    /node_modules\/zod\/|\/contract\/(?:operation|buy-quote|account-fields|text-fields)\.ts|\/requests\/buy-draft/,
  typed: /node_modules\/(?:react-hook-form|@hookform)\//,
  fields: /\/ui\/(?:page-|person-|[a-z-]*field|[a-z]+-input|textarea|radio-|select|checkbox|submit-)|\/use-draft/,
  dialogs:
    /react-(?:dialog|focus-|remove-|style-)|aria-hidden|use-(?:side|call|return-)|\/ui\/(?:sheet|dialog|scroll-)/,
  tabs: /@radix-ui\/react-(?:tabs|roving-focus|direction)|\/ui\/tabs/,
  paper: /\/ui\/print(?:ed)?-sheet/,
  pauses: /node_modules\/use-debounce\//,
}

/** The files of modules that so many pages need, named after the first of these pages that imports them. */
const shared: [name: string, minPages: number, ...pages: string[]][] = [
  ['frame', 2, 'app/layouts/member-layout.tsx', 'pages/member/overview/page.tsx'],
  ['inactivity', 1, 'app/inactivity/idle-prompt.tsx'],
  ['registration', 2, 'pages/public/signup/page.tsx'],
  ['member-parts', 3, ...['buy', 'activity', 'referrals'].map((page) => `pages/member/${page}/page.tsx`)],
  ['admin-frame', 1, 'app/layouts/admin-layout.tsx'],
  ['admin-parts', 2, 'pages/admin/dashboard/page.tsx'],
  ['lists', 3, 'pages/admin/users/page.tsx'],
]

/** The notice of a hold. It lies apart from the desk, because members read it, too. */
const holds = /\/features\/requests\/(?:outgoing-|own-outgoing-|hold-)/

/** The reading and showing of stored files. They lie apart from the desk, because the chat has files, too. */
const storedFiles = /\/features\/uploads\/use-stored-file|\/contract\/endpoints\/uploads/
const viewer = /\/features\/uploads\/(?:file-viewer|view-frame|slip-image|zoom)/

/** The choice and sending of files. It lies apart, because a page that shows files sends none. */
const uploads =
  /react-dropzone|file-selector|attr-accept|\/ui\/(?:file-|check-file)|\/features\/uploads\/(?:slip-(?:drop|rules)|use-slip|fit-)|picture-header/

/** The sentences of refusals. They lie apart, because the home page loads them only when a call is refused. */
const refusals = /\/contract\/(?:errors|faults)\.ts|\/lib\/read-refusal/

/** Groups modules into few files, because each file is a wait on a slow line. The first group that takes a module keeps it. */
export function chunkGroups(webDir: string): Rolldown.CodeSplittingGroup[] {
  const namedIf = (name: string, ...pages: string[]): Rolldown.CodeSplittingNameFunction => {
    let reached: Set<string> | undefined
    return (id, context) => {
      reached ??= reach(new Set(pages.map((page) => `${webDir}/${page}`)), context)
      return reached.has(id) && !entry.test(id) ? name : null
    }
  }
  const [ofHome, ofBase] = [namedIf('home', 'app/landing.tsx'), namedIf('base', 'app/main.tsx')]
  return [
    { name: 'framework', tags: ['$initial'], test: framework },
    { name: (id, context) => ofHome(id, context) && ofBase(id, context) },
    { name: (id, context) => ofHome(id, context) && 'parts', minShareCount: 3 },
    { name: ofHome },
    { name: 'start', tags: ['$initial'], test: (id) => !entry.test(id) },
    { name: 'refusals', test: refusals },
    ...Object.entries(kit).map(([name, test]) => ({ name, test, minShareCount: 2 })),
    { name: 'stored-files', test: storedFiles, minShareCount: 2 },
    { name: 'uploads', test: uploads, minShareCount: 2 },
    ...shared.map(([name, minShareCount, ...pages]) => ({ name: namedIf(name, ...pages), minShareCount })),
    { name: 'holds', test: holds, minShareCount: 2 },
    { name: 'viewer', test: viewer, minShareCount: 2 },
    { name: namedIf('approvals', 'pages/admin/deposit-approvals/page.tsx'), minShareCount: 3 },
  ]
}

/** Adds the project's own modules that these import at once. The entries of libraries import too much to be followed. */
function reach(modules: Set<string>, context: Rolldown.ChunkingContext): Set<string> {
  const own = (id: string) => context.getModuleInfo(id)?.importedIds.filter((one) => !/node_modules/.test(one)) ?? []
  for (const id of modules) for (const next of own(id)) modules.add(next)
  return modules
}
