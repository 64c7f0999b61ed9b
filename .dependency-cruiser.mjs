// Who may import whom. Each rule says why; tests/boundaries.test.ts plants a violation of each and demands that it is seen.

const test = String.raw`\.test\.tsx?$`
/** Parts of the server that features stand on; every other folder of server/ is a feature. */
const floor = 'db|ledger|http|events|outside'
const feature = `^server/(?!(?:${floor})/)([^/]+)/`
const routes = `${feature}routes\\.ts$`
const ownCode = '^(contract|server|web|tests|scripts|bench)/'

/** What a part may import of the project's own code, beside its own folder. */
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
      'db-is-the-ground',
      'The database layer knows neither HTTP nor what the data is for.',
      '^server/db/',
      ['^server/db/', '^contract/'],
    ),
    mayOnlyImport(
      'ledger-knows-no-purpose',
      'The money core knows neither HTTP nor what the money is for.',
      '^server/ledger/',
      ['^server/(ledger|db)/', '^contract/'],
    ),
    mayOnlyImport(
      'server-parts-know-no-feature',
      'HTTP, events and the outside world serve every feature, and so know none of them, nor each other.',
      '^server/(http|events|outside)/',
      ['^server/($1|db)/', '^contract/'],
    ),
    mayOnlyImport(
      'feature-knows-no-http',
      'What a feature does can be called by anyone; another feature is used through its main file only.',
      feature,
      [
        '^contract/',
        '^server/(db|ledger|events|outside)/',
        // Its own folder except its routes, and the file of another feature that bears the name of its folder.
        String.raw`^server/$1/(?!routes\.ts$)`,
        String.raw`^server/(?<main>[^/]+)/\k<main>\.ts$`,
      ],
      [test, routes],
    ),
    {
      name: 'routes-only-forward',
      comment:
        'A route is one line: its feature does the work, so beside types it needs only the feature, HTTP and the contract.',
      severity: 'error',
      from: { path: routes },
      to: {
        path: ownCode,
        pathNot: ['^server/$1/', '^server/http/', '^contract/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    mayNotImport(
      'app-is-the-top',
      'The application is put together in one place: only the start of the process and the tests may ask for it.',
      { path: ownCode, pathNot: ['^server/main\\.ts$', '^tests/', '^bench/', test] },
      { path: '^server/app\\.ts$' },
    ),
    mayNotImport(
      'main-is-not-a-library',
      'The start of the process has effects as soon as it is loaded.',
      { path: ownCode, pathNot: '^scripts/start\\.ts$' },
      { path: '^(server/main\\.ts|web/main\\.tsx)$' },
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
      'A feature that needs another one belongs together with it, or their common part belongs below both.',
      '^web/features/([^/]+)/',
      ['^web/features/$1/', '^web/(lib|ui)/', '^contract/'],
    ),
    mayOnlyImport(
      'pages-stand-apart',
      'What two pages share is a feature. A page may be split: the parts of buy.tsx are buy-form.tsx or buy/form.tsx.',
      '^web/pages/(public|member|admin)/([^/.-]+)',
      ['^web/pages/$1/$2[-/.]', '^web/(features|lib|ui)/', '^contract/'],
    ),
    mayOnlyImport(
      'layouts-know-no-page',
      'A layout is the frame around pages: it is loaded with all of them, and they with none of the others.',
      '^web/pages/layouts/',
      ['^web/(pages/layouts|features|lib|ui)/', '^contract/'],
    ),
    mayNotImport(
      'router-is-the-top-of-the-web',
      'The router knows every page, so whoever imports it would load them all.',
      { path: '^web/', pathNot: ['^web/(start-app|router)\\.tsx$', '^web/routes/', test] },
      { path: ['^web/router\\.tsx$', '^web/routes/'] },
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
    // Under TypeScript 7 the default parser takes type imports for others, or sees none at all.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^dist/'] },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
