// The directions in which modules may import each other. Each rule gives its reason, and tests/boundaries.test.ts
// plants a violation of each rule and demands that the checker reports it.

const test = String.raw`\.test\.tsx?$`
const routes = String.raw`^server/(\w+)/([^/]+)/routes\.ts$`
const ownCode = '^(contract|server|web|tests|scripts|bench)/'

/** The rooms below the features of the web app, and the two features that all others may use. */
const forFeatures = [String.raw`^web/features/(saved-texts/|confirm-dialog\.tsx$)`, '^web/(lib|ui)/', '^contract/']

/** A rule that a folder imports only its own files and the allowed part of the project's code. */
const mayOnlyImport = (name, comment, path, allowed, pathNot = test) => ({
  name,
  comment,
  severity: 'error',
  from: { path, pathNot },
  to: { path: ownCode, pathNot: allowed },
})

const mayNotImport = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

export default {
  forbidden: [
    {
      name: 'contract-stands-alone',
      comment:
        'The contract runs in the browser and on the server alike: it may import its schema library and nothing else.',
      severity: 'error',
      from: { path: '^contract/', pathNot: test },
      to: { pathNot: ['^contract/', 'node_modules/zod/'] },
    },
    mayOnlyImport(
      'platform-knows-no-business',
      'The ground floor of the server serves every room, and so knows none of them.',
      '^server/platform/',
      ['^server/platform/', '^contract/'],
    ),
    mayOnlyImport(
      'accounts-stand-on-platform',
      'Who somebody is does not depend on what they own.',
      '^server/accounts/',
      ['^server/(platform|accounts)/', '^contract/'],
    ),
    mayOnlyImport(
      'money-stands-on-accounts',
      'Money moves between people, whether or not anybody talks or reports about it.',
      '^server/money/',
      ['^server/(platform|accounts|money)/', '^contract/'],
    ),
    mayOnlyImport(
      'support-stands-on-money',
      'Support may look at everything that it is asked about, and at no report.',
      '^server/support/',
      ['^server/(platform|accounts|money|support)/', '^contract/'],
    ),
    mayOnlyImport(
      'reports-stand-on-all-rooms',
      'Reports read from every room. The made-up world is none.',
      '^server/reports/',
      ['^server/(platform|accounts|money|support|reports)/', '^contract/'],
    ),
    mayNotImport(
      'schema-is-for-the-start',
      'The list of the SQL of all rooms is above the rooms. The start of the process and the tools hand it to the platform.',
      { path: '^server/', pathNot: ['^server/host\\.ts$', '^server/schema/', test] },
      { path: '^server/schema/' },
    ),
    mayOnlyImport(
      'db-is-the-ground',
      'The database layer knows neither HTTP nor what the data is for.',
      '^server/platform/db/',
      ['^server/platform/db/', '^contract/'],
    ),
    mayOnlyImport(
      'ledger-knows-no-purpose',
      'The money core knows neither HTTP nor what the money is for.',
      '^server/money/ledger/',
      ['^server/money/ledger/', '^server/platform/db/', '^contract/'],
    ),
    mayNotImport(
      'features-know-no-http',
      'What a feature does can be called by anyone: its routes alone know of requests and answers.',
      { path: '^server/(accounts|money|support|reports|demo)/', pathNot: [test, routes] },
      { path: '^server/platform/http/' },
    ),
    mayNotImport(
      'routes-are-for-the-app',
      'The application names all routes in one place. Nobody else needs them.',
      { path: ownCode, pathNot: ['^server/app\\.ts$', test] },
      { path: routes },
    ),
    {
      name: 'routes-only-forward',
      comment:
        'A route is one line: its feature does the work, so beside types it needs only the feature, HTTP and the contract.',
      severity: 'error',
      from: { path: routes },
      to: {
        path: ownCode,
        pathNot: ['^server/$1/$2/', '^server/platform/http/', '^contract/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    mayNotImport(
      'app-is-the-top',
      'The application is put together in one place: only the start of the process and the tests may ask for it.',
      { path: ownCode, pathNot: ['^server/serve\\.ts$', '^tests/', '^bench/', test] },
      { path: '^server/app\\.ts$' },
    ),
    mayNotImport(
      'main-is-not-a-library',
      'The start of the process has effects as soon as it is loaded.',
      { path: ownCode, pathNot: '^scripts/start\\.ts$' },
      { path: '^(server/main\\.ts|web/app/main\\.tsx)$' },
    ),
    mayNotImport(
      'server-not-to-web',
      'The server never runs what was written for a browser.',
      { path: '^server/' },
      { path: '^web/' },
    ),
    mayNotImport(
      'web-not-to-server',
      'Nothing of the server may reach a browser: what both need is in the contract.',
      { path: '^web/' },
      { path: '^(server|scripts)/' },
    ),
    mayOnlyImport(
      'ui-has-no-business',
      'The component kit has no business words: what it shows is given to it, and its own few are translated like all.',
      '^web/ui/',
      ['^web/ui/', '^contract/(translate|typed-number|number-signs)\\.ts$'],
    ),
    mayOnlyImport('lib-is-below-the-screens', 'Calls, events and session know no screen.', '^web/lib/', [
      '^web/lib/',
      '^contract/',
    ]),
    mayOnlyImport(
      'web-features-stand-apart',
      'A feature that needs another one belongs together with it, or their common part belongs below both. All may ask a question, and offer saved texts.',
      '^web/features/([^/.]+)',
      ['^web/features/$1[/.]', ...forFeatures],
      [test, '^web/features/(chat|requests)/'],
    ),
    mayOnlyImport(
      'chat-shows-files-and-requests',
      'A message has files and is about a request: the chat shows both as their features do, and needs nothing else of them.',
      '^web/features/chat/',
      [
        '^web/features/chat/',
        String.raw`^web/features/uploads/(file-viewer\.tsx|use-stored-file\.ts|fit-file\.ts)$`,
        String.raw`^web/features/requests/request-(display\.ts|path\.ts|query\.ts|status\.tsx)$`,
        ...forFeatures,
      ],
    ),
    mayOnlyImport(
      'requests-lead-to-the-chat',
      'A request has a way to ask about it, and a list of the messages about it. What a message looks like is for the chat.',
      '^web/features/requests/',
      [
        '^web/features/requests/',
        String.raw`^web/features/chat/(ask-about-request|request-in-chat)\.tsx$`,
        ...forFeatures,
      ],
    ),
    mayOnlyImport(
      'pages-stand-apart',
      'A screen is one folder. What two screens share is a feature.',
      '^web/pages/(public|member|admin)/([^/.]+)',
      ['^web/pages/$1/$2[/.]', '^web/(features|lib|ui)/', '^contract/'],
    ),
    mayOnlyImport(
      'layouts-know-no-page',
      'A layout is the frame around pages: it is loaded with all of them, and they with none of the others.',
      '^web/app/(?!routes/|router)',
      ['^web/(app|features|lib|ui|styles)/', '^contract/'],
      [test, '^web/app/(landing|landing-document|prerendered-pages|prerendered-frames)\\.tsx$'],
    ),
    mayNotImport(
      'router-is-the-top-of-the-web',
      'The router knows every page, so whoever imports it would load them all.',
      { path: '^web/', pathNot: ['^web/app/(start-app|router)\\.tsx$', '^web/app/routes/', test] },
      { path: ['^web/app/router\\.tsx$', '^web/app/routes/'] },
    ),
    mayNotImport(
      'no-tests-in-the-product',
      'What serves a test may be slow, unsafe or untrue.',
      { path: '^(contract|server|web|scripts)/', pathNot: test },
      { path: ['^tests/', test] },
    ),
    mayNotImport(
      'no-development-packages-on-the-server',
      'The server runs where only the dependencies of production are installed.',
      { path: '^(contract|server)/', pathNot: test },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    ),
    mayNotImport(
      'no-unresolvable',
      'What cannot be found on the disk cannot be checked either.',
      {},
      { couldNotResolve: true },
    ),
    mayNotImport(
      'no-circular',
      'Two files that need each other can be understood, tested and loaded only together.',
      {},
      { circular: true },
    ),
  ],
  options: {
    // Under TypeScript 7 the default parser mistakes type imports for imports of values, or finds no imports at all.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^dist/'] },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
