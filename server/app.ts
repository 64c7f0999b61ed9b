import { join } from 'node:path'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { createAnswerOnce } from './answered-calls/answered-calls.ts'
import { auditRoutes } from './audit/routes.ts'
import { isHashingBusy, verifyPassword } from './auth/passwords.ts'
import { authRoutes } from './auth/routes.ts'
import { chatRoutes } from './chat/routes.ts'
import type { Config } from './config.ts'
import { dashboardRoutes } from './dashboards/routes.ts'
import type { Db } from './db/client.ts'
import { watchDamage } from './db/damage.ts'
import { findLiveSessions, judgeCaller } from './db/sessions.ts'
import { createWrite } from './db/write.ts'
import type { Events } from './events/events.ts'
import { createStreams, type Streams } from './events/streams.ts'
import { checkAccess, checkAccessAgain, checkOrigin } from './http/access.ts'
import { addApiDocs } from './http/api-docs.ts'
import { keepClientAddress } from './http/client-address.ts'
import { limitBodyTime } from './http/body-deadline.ts'
import { addEventStream } from './http/event-stream.ts'
import { addHealth } from './http/health.ts'
import { addMailPage } from './http/mail-page.ts'
import { registerRoutes } from './http/register-routes.ts'
import { replyError } from './http/reply-error.ts'
import type { Route } from './http/route.ts'
import { addSecurityHeaders } from './http/security-headers.ts'
import { serveWeb } from './http/serve-web.ts'
import { sessionCookieName } from './http/session-cookie.ts'
import { invitationRoutes } from './invitations/routes.ts'
import { createLimits, noLimits, type Limits } from './limits/limits.ts'
import { memberRoutes } from './members/routes.ts'
import type { ExchangeRates } from './outside/exchange-rates.ts'
import type { Files } from './outside/files.ts'
import { createMailOwner } from './outbox/mail-owner.ts'
import type { MailOwner, Outbox } from './outbox/outbox.ts'
import { openKeptMails } from './outside/kept-mails.ts'
import { packageRoutes } from './packages/routes.ts'
import { rateRoutes } from './rates/routes.ts'
import { referralRoutes } from './referrals/routes.ts'
import { requestRoutes } from './requests/routes.ts'
import { searchRoutes } from './search/routes.ts'
import type { Seal } from './seal/seal.ts'
import { settingsRoutes } from './settings/routes.ts'
import type { Installation } from './settings/settings.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { statsRoutes } from './stats/routes.ts'
import { stepUpRoutes } from './step-up/routes.ts'
import { takeProof } from './step-up/step-up.ts'
import { transactionRoutes } from './transactions/routes.ts'
import { twoFactorRoutes } from './two-factor/routes.ts'
import { requiresTwoFactor } from './two-factor/two-factor.ts'
import { uploadRoutes } from './uploads/routes.ts'
import { listUsers } from './users/list-users.ts'
import { userRoutes } from './users/routes.ts'

/** Everything the parts of the server need; each takes only what it uses. */
export interface Deps {
  config: Config
  db: Db
  log: FastifyBaseLogger
  outbox: Outbox
  /** Where mails are kept instead of sent. */
  mailFolder?: string | undefined
  events: Events
  files: Files
  exchangeRates: ExchangeRates
  seal: Seal
  installation: Installation
  /** The folder of the built web app. */
  webDir?: string
  /** How long a call may take to come in, a file included. */
  requestTimeoutMs?: number
  /** How long the headers may take, how long a form, and how long a file may come without a byte. */
  bodyTimeoutMs?: number
}

/** With what is made of them once, for all parts. */
interface Parts extends Deps {
  limits: Limits
  mailOwner: MailOwner
  /** Whether every administrator has to have a second factor. */
  mustAdminsEnrol: boolean
}

const builtWebDir = join(import.meta.dirname, '../dist/web')
// Long enough for a payment slip over a poor connection, too short to hold a connection with a dribble of bytes.
const usualRequestTimeoutMs = 120_000
const usualBodyTimeoutMs = 15_000
// Node looks so often for connections that are late.
const lateCheckMs = 5_000

export async function createApp(deps: Deps): Promise<FastifyInstance> {
  const { publicUrl, trustedProxies } = deps.config
  const cookieName = sessionCookieName(publicUrl)
  const limits = deps.config.rateLimits === 'on' ? createLimits(deps.db, { isHashingBusy }) : noLimits
  const mustAdminsEnrol = requiresTwoFactor(deps.config, deps.installation)
  const routes = listRoutes({ ...deps, limits, mustAdminsEnrol, mailOwner: createMailOwner(deps) })
  const operations = routes.map(({ operation }) => operation)
  const { requestTimeoutMs = usualRequestTimeoutMs, bodyTimeoutMs = usualBodyTimeoutMs } = deps
  const app = fastify({
    loggerInstance: deps.log,
    // A line for each call would hold ids and addresses; what fails is logged.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    requestTimeout: requestTimeoutMs,
    http: {
      requestTimeout: requestTimeoutMs,
      headersTimeout: Math.min(bodyTimeoutMs, requestTimeoutMs),
      connectionsCheckingInterval: Math.min(lateCheckMs, bodyTimeoutMs / 4, requestTimeoutMs / 4),
    },
    frameworkErrors: replyError,
  })
  const damage = watchDamage(deps.db)
  app.setErrorHandler((error, request, reply) => {
    damage.note(error)
    replyError(error, request, reply)
  })
  app.decorateRequest('caller')
  keepClientAddress(app)
  await addSecurityHeaders(app, publicUrl)
  await app.register(compress)
  await app.register(cookie)
  app.addHook('onRequest', checkOrigin(publicUrl))
  app.addHook('onRequest', checkAccess(deps.db, { cookieName, mustAdminsEnrol }))
  app.addHook('preParsing', limitBodyTime(bodyTimeoutMs))
  app.addHook('preHandler', checkAccessAgain(deps.db, { cookieName, mustAdminsEnrol }))
  await registerRoutes(app, routes, {
    enter: limits.enter,
    answerOnce: createAnswerOnce(deps),
    takeProof: async (owner, action, proof) => takeProof(deps.db, owner, action, proof),
    createWrite: (caller, { id, isBeforeEnrolment }) =>
      createWrite(deps.db, async (tx) => {
        if (caller.role === 'visitor') throw new Error(`${id} is open to visitors, so nobody can be judged`)
        await judgeCaller(tx, caller, mustAdminsEnrol && !isBeforeEnrolment)
      }),
  })
  await addApiDocs(app, operations, { cookieName, publicUrl })
  addHealth(app, damage)
  addEventStream(app, openStreams(deps, mustAdminsEnrol))
  if (deps.installation.hasMailPage && deps.mailFolder) addMailPage(app, openKeptMails(deps.mailFolder))
  await serveWeb(app, {
    webDir: deps.webDir ?? builtWebDir,
    publicUrl,
    operations,
    hasPseudoLanguages: !deps.installation.isProduction,
  })
  return app
}

function openStreams({ db, events, log }: Deps, mustAdminsEnrol: boolean): Streams {
  return createStreams({
    events,
    findLive: (owners) => findLiveSessions(db, owners, mustAdminsEnrol),
    onError: (err) => log.warn({ err }, 'The sessions of the open streams could not be checked'),
  })
}

/** Every operation the server answers, part by part. */
function listRoutes(deps: Parts): Route[] {
  return [
    ...authRoutes(deps),
    ...stepUpRoutes({ ...deps, verifyPassword }),
    ...twoFactorRoutes(deps),
    ...sessionRoutes(deps),
    ...userRoutes(deps),
    ...searchRoutes({ ...deps, listPeople: listUsers }),
    ...invitationRoutes(deps),
    ...memberRoutes(deps),
    ...packageRoutes(deps),
    ...requestRoutes(deps),
    ...transactionRoutes(deps),
    ...statsRoutes(deps),
    ...dashboardRoutes(deps),
    ...referralRoutes(deps),
    ...chatRoutes({ ...deps, listPeople: listUsers }),
    ...uploadRoutes(deps),
    ...rateRoutes(deps),
    ...settingsRoutes(deps),
    ...auditRoutes(deps),
  ]
}
