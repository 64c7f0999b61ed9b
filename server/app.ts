import { join } from 'node:path'
import compress from '@fastify/compress'
import type { Meter } from '@opentelemetry/api'
import cookie from '@fastify/cookie'
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { createRunOnce } from './platform/answered-calls.ts'
import { adminNoteRoutes } from './money/admin-notes/routes.ts'
import { administratorRoutes } from './accounts/administrators/routes.ts'
import { auditRoutes } from './reports/audit/routes.ts'
import { isHashingBusy, verifyPassword } from './accounts/auth/passwords.ts'
import { authRoutes } from './accounts/auth/routes.ts'
import { chatRoutes } from './support/chat/routes.ts'
import { dataCopyRoutes } from './reports/data-copy/routes.ts'
import { backupRoutes } from './reports/backups/routes.ts'
import type { Config } from './platform/config.ts'
import { dashboardRoutes } from './reports/dashboards/routes.ts'
import type { Db } from './platform/db/client.ts'
import { watchDamage } from './platform/db/damage.ts'
import { createRenewals, findLiveSessions, recheckCaller } from './platform/sessions.ts'
import { createWrite } from './platform/db/write.ts'
import type { Events } from './platform/events/events.ts'
import { createStreams, type Streams } from './platform/events/streams.ts'
import { checkAccess, checkAccessAgain, checkOrigin, type AccessRules } from './platform/http/access.ts'
import { addApiDocs } from './platform/http/api-docs.ts'
import type { Admission } from './platform/http/admission.ts'
import { storeClientAddress } from './platform/http/client-address.ts'
import { limitBodyTime } from './platform/http/body-deadline.ts'
import { createRefusalDelay } from './platform/http/delay-refusals.ts'
import { cutSlowReaders, type ReaderLimits } from './platform/http/cut-slow-readers.ts'
import { addEventStream } from './platform/http/event-stream.ts'
import { createMembersRead } from './accounts/administrators/members-read.ts'
import { recordRead, recordRefused } from './platform/http/record-administrators.ts'
import { addHealth } from './platform/http/health.ts'
import { logRefusals } from './platform/http/log-refusals.ts'
import { countCalls, countStreams } from './platform/metrics/call-metrics.ts'
import { addMailPage } from './platform/http/mail-page.ts'
import { registerRoutes } from './platform/http/register-routes.ts'
import { replyError } from './platform/http/reply-error.ts'
import { createRequestId, sendRequestIds } from './platform/http/request-id.ts'
import type { Route } from './platform/http/route.ts'
import type { Peers } from './platform/workers/peers.ts'
import { addSecurityHeaders, secureBareAnswer } from './platform/http/security-headers.ts'
import { addSecurityTxt } from './platform/http/security-txt.ts'
import { shedLoad } from './platform/http/shed-load.ts'
import { serveWeb } from './platform/http/serve-web.ts'
import { sessionCookieName } from './platform/http/session-cookie.ts'
import { closureRoutes } from './accounts/closure/routes.ts'
import { emailRoutes } from './accounts/email/routes.ts'
import { createNotifyOwner } from './accounts/holds/notify-owner.ts'
import { holdRoutes } from './accounts/holds/routes.ts'
import { invitationRoutes } from './accounts/invitations/routes.ts'
import { createLimits, noLimits, type Limits } from './platform/rate-limits/rate-limits.ts'
import { memberRoutes } from './accounts/members/routes.ts'
import type { ExchangeRates } from './platform/exchange-rates/exchange-rates.ts'
import type { Files } from './platform/files/files.ts'
import { createMailOwner } from './platform/mail/mail-owner.ts'
import { currentTraces } from './platform/traces/spans.ts'
import { traceCalls } from './platform/traces/trace-calls.ts'
import type { MailOwner, Outbox } from './platform/mail/outbox.ts'
import { openKeptMails } from './platform/mail/kept-mails.ts'
import { passkeyRoutes } from './accounts/passkeys/routes.ts'
import { noticeRoutes } from './money/notices/routes.ts'
import { packageRoutes } from './money/packages/routes.ts'
import { rateRoutes } from './money/rates/routes.ts'
import { referralRoutes } from './money/referrals/routes.ts'
import { depositRoutes } from './money/deposits/routes.ts'
import { payoutRoutes } from './money/payouts/routes.ts'
import { automaticApprovalRoutes } from './money/automatic-approval/routes.ts'
import { policyRoutes } from './money/policies/routes.ts'
import { proposedChangeRoutes } from './money/proposals/routes.ts'
import { requestRoutes } from './money/requests/routes.ts'
import { searchRoutes } from './reports/search/routes.ts'
import type { Encryption } from './platform/encryption/encryption.ts'
import { jobRoutes } from './reports/jobs/routes.ts'
import { reportRoutes } from './reports/periods/routes.ts'
import { settingsRoutes } from './money/settings/routes.ts'
import type { Installation } from './money/settings/settings.ts'
import { sessionRoutes } from './accounts/sessions/routes.ts'
import { statsRoutes } from './reports/stats/routes.ts'
import { stepUpRoutes } from './accounts/step-up/routes.ts'
import { consumeProof } from './accounts/step-up/step-up.ts'
import { statementRoutes } from './money/statement/routes.ts'
import { transactionRoutes } from './money/transactions/routes.ts'
import { twoFactorRoutes } from './accounts/two-factor/routes.ts'
import { requiresTwoFactor } from './accounts/two-factor/two-factor.ts'
import { treasuryRoutes } from './money/treasury/routes.ts'
import { verifierRoutes } from './money/verifier/routes.ts'
import { uploadRoutes } from './money/slips/routes.ts'
import { userRoutes } from './accounts/users/routes.ts'

/** All services of the server. Each part takes only those that it uses. */
export interface Deps {
  config: Config
  db: Db
  log: FastifyBaseLogger
  outbox: Outbox
  /** The folder of the mails that are kept instead of sent. */
  mailFolder?: string | undefined
  events: Events
  files: Files
  exchangeRates: ExchangeRates
  encryption: Encryption
  installation: Installation
  /** The folder of the built web app. */
  webDir?: string
  /** The longest time in which a whole call, also one with a file, may arrive. */
  requestTimeoutMs?: number
  /** The longest time for the headers, for a whole form, and for a pause within a file. */
  bodyTimeoutMs?: number
  /** The limits on readers who take an answer slowly. */
  readerLimits?: ReaderLimits
  /** Decides how many calls are taken at once. */
  admission?: Admission
  /** Keeps the figures of the calls. */
  meter?: Meter | undefined
  /** The other processes that serve the port. */
  peers?: Peers
  /** Aborted when this process takes no new connections, because another one takes its place. */
  leaving?: AbortSignal
  /** Aborted when this server is about to end. Then its health sends a proxy to another one. */
  stopping?: AbortSignal
}

/** The services that all parts share, with those that the server makes once. */
interface Parts extends Deps {
  limits: Limits
  mailOwner: MailOwner
  /** Mails a security notice, which no setting switches off, with the link "This was not me" for a member. */
  notifyOwner: MailOwner
  /** True if every administrator must have a second factor. */
  mustAdminsEnrol: boolean
}

const builtWebDir = join(import.meta.dirname, '../dist/web')
// Long enough for a payment slip over a poor connection, short enough to end a connection that sends a few bytes at a
// time.
const usualRequestTimeoutMs = 120_000
const usualBodyTimeoutMs = 15_000
// A slow mobile line takes more than this. A file of 5 MB may take five minutes.
const usualReaderLimits = { pauseMs: 15_000, minBytes: 16 * 1024 * 60, periodMs: 60_000 }
// The interval at which Node looks for connections that are late.
const lateCheckMs = 5_000

export async function createApp(deps: Deps): Promise<FastifyInstance> {
  const { publicUrl } = deps.config
  const cookieName = sessionCookieName(publicUrl)
  const limits = deps.config.rateLimits === 'on' ? createLimits(deps.db, { isHashingBusy }) : noLimits
  const mustAdminsEnrol = requiresTwoFactor(deps.config, deps.installation)
  const mailOwner = createMailOwner(deps)
  const notifyOwner = createNotifyOwner({ mailOwner, publicUrl })
  const routes = listRoutes({ ...deps, limits, mustAdminsEnrol, mailOwner, notifyOwner })
  const operations = routes.map(({ operation }) => operation)
  const logRefusal = logRefusals()
  const app = openFastify(deps, logRefusal)
  sendRequestIds(app)
  if (currentTraces()) traceCalls(app)
  app.addHook('onError', logRefusal)
  const damage = watchDamage(deps.db)
  const delayRefusal = deps.config.rateLimits === 'on' ? createRefusalDelay() : async () => {}
  const countRefusal = deps.meter && countCalls(app, deps.meter)
  app.setErrorHandler((error, request, reply) => {
    damage.note(error)
    // A delayed refusal is no work. Otherwise a sender of many could keep others out.
    request.endWork?.(true)
    void delayRefusal(error, request).then(() => replyError(error, request, reply))
  })
  app.decorateRequest('caller')
  app.decorateRequest('callerFoundAt', 0)
  // Before all other work on a call, as a refusal has to cost little.
  shedLoad(app, { publicUrl, admission: deps.admission, onRefused: countRefusal })
  storeClientAddress(app)
  cutSlowReaders(app, deps.readerLimits ?? usualReaderLimits)
  await addSecurityHeaders(app, publicUrl)
  await app.register(compress)
  await app.register(cookie)
  addChecks(app, deps, { cookieName, mustAdminsEnrol })
  await registerRoutes(app, routes, {
    enter: limits.enter,
    runOnce: createRunOnce(deps),
    countMembers: createMembersRead({ ...deps, limits }),
    recordRead: async (operation, read) => recordRead(deps.db, operation, read),
    consumeProof: async (owner, call, proof) => consumeProof(deps.db, owner, call, proof),
    createWrite: (caller, { id, duties, isBeforeEnrolment }) =>
      createWrite(deps.db, async (tx) => {
        if (caller.role === 'visitor') throw new Error(`${id} is open to visitors, so nobody can be judged`)
        await recheckCaller(tx, caller, mustAdminsEnrol && !isBeforeEnrolment, duties)
      }),
  })
  await addApiDocs(app, operations, { cookieName, publicUrl })
  addHealth(app, damage, deps.stopping)
  addSecurityTxt(app, deps.config)
  const streams = openStreams(deps, mustAdminsEnrol)
  if (deps.meter) countStreams(streams, deps.meter)
  addEventStream(app, streams)
  deps.leaving?.addEventListener('abort', () => streams.close())
  if (deps.installation.hasMailPage && deps.mailFolder) addMailPage(app, openKeptMails(deps.mailFolder))
  await serveWeb(app, {
    webDir: deps.webDir ?? builtWebDir,
    publicUrl,
    operations,
    hasPseudoLanguages: !deps.installation.isProduction,
  })
  return app
}

function openFastify(deps: Deps, logRefusal: ReturnType<typeof logRefusals>): FastifyInstance {
  const { requestTimeoutMs = usualRequestTimeoutMs, bodyTimeoutMs = usualBodyTimeoutMs } = deps
  const { publicUrl, trustedProxies } = deps.config
  return fastify({
    loggerInstance: deps.log,
    genReqId: createRequestId,
    // A line for each call would hold ids and addresses. Failures are logged separately.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    requestTimeout: requestTimeoutMs,
    http: {
      requestTimeout: requestTimeoutMs,
      headersTimeout: Math.min(bodyTimeoutMs, requestTimeoutMs),
      connectionsCheckingInterval: Math.min(lateCheckMs, bodyTimeoutMs / 4, requestTimeoutMs / 4),
    },
    frameworkErrors: (error, request, reply) => {
      void logRefusal(request, reply, error)
      secureBareAnswer(reply, publicUrl)
      replyError(error, request, reply)
    },
  })
}

/** Adds the checks of every call, in their order. */
function addChecks(app: FastifyInstance, deps: Deps, rules: AccessRules): void {
  app.addHook('onRequest', checkOrigin(deps.config.publicUrl))
  const renewals = createRenewals(deps.db, (err) =>
    deps.log.warn({ err }, 'The activity of sessions could not be recorded'),
  )
  app.addHook('onClose', async () => renewals.finish())
  app.addHook('onRequest', checkAccess(deps.db, rules, renewals))
  app.addHook('onError', recordRefused(deps.db))
  app.addHook('preParsing', limitBodyTime(deps.bodyTimeoutMs ?? usualBodyTimeoutMs))
  app.addHook('preHandler', checkAccessAgain(deps.db, rules))
}

function openStreams({ db, events, log }: Deps, mustAdminsEnrol: boolean): Streams {
  return createStreams({
    events,
    findLive: (owners) => findLiveSessions(db, owners, mustAdminsEnrol),
    onError: (err) => log.warn({ err }, 'The sessions of the open streams could not be checked'),
  })
}

/** Lists every operation of the server with its handler. */
function listRoutes(deps: Parts): Route[] {
  const noticing = { ...deps, mailOwner: deps.notifyOwner }
  return [
    ...authRoutes(noticing),
    ...stepUpRoutes({
      ...noticing,
      verifyPassword: async (hash, password, accountId) => verifyPassword(hash, password, { lane: 'proof', accountId }),
    }),
    ...twoFactorRoutes(noticing),
    ...passkeyRoutes(noticing),
    ...holdRoutes(deps),
    ...emailRoutes(noticing),
    ...closureRoutes(noticing),
    ...sessionRoutes(deps),
    ...userRoutes(deps),
    ...searchRoutes(deps),
    ...invitationRoutes(deps),
    ...administratorRoutes(deps),
    ...memberRoutes(noticing),
    ...packageRoutes(noticing),
    ...depositRoutes(noticing),
    ...policyRoutes(noticing),
    ...automaticApprovalRoutes(noticing),
    ...proposedChangeRoutes(noticing),
    ...requestRoutes(noticing),
    ...adminNoteRoutes(deps),
    ...payoutRoutes(deps),
    ...statementRoutes(deps),
    ...transactionRoutes(deps),
    ...statsRoutes(deps),
    ...dashboardRoutes(deps),
    ...reportRoutes(deps),
    ...backupRoutes(deps),
    ...jobRoutes(deps),
    ...dataCopyRoutes(deps),
    ...referralRoutes(deps),
    ...noticeRoutes(deps),
    ...chatRoutes(deps),
    ...treasuryRoutes(deps),
    ...verifierRoutes(deps),
    ...uploadRoutes(deps),
    ...rateRoutes(deps),
    ...settingsRoutes(noticing),
    ...auditRoutes(deps),
  ]
}
