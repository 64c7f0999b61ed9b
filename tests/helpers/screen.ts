import { randomUUID } from 'node:crypto'
import { test as base, type Page } from '@playwright/test'
import { getSession, keepSession, type Session } from '../../contract/auth.ts'
import { getOwnPayment } from '../../contract/own-payment.ts'
import { listSendingAddresses } from '../../contract/sending-addresses.ts'
import { listWalletAddresses } from '../../contract/wallet-addresses.ts'
import { getAccountClosure } from '../../contract/account-closure.ts'
import { listAssignees } from '../../contract/desk.ts'
import { getUnreadCount, listMentions } from '../../contract/chat.ts'
import { getEmailChange } from '../../contract/email-change.ts'
import { getMailPreferences } from '../../contract/mail-preferences.ts'
import { getPush } from '../../contract/push.ts'
import { countNotices } from '../../contract/notices.ts'
import { listOwnWaits } from '../../contract/decision-times.ts'
import { getOutgoingState } from '../../contract/holds.ts'
import { getPlatformSettings, getDepositInstructions } from '../../contract/settings.ts'
import { getGlobalPlatformStats, getUserDashboardStats } from '../../contract/stats.ts'
import { listPackages } from '../../contract/packages.ts'
import { getExchangeRates } from '../../contract/rates.ts'
import { getChangeOutlook, listProposedChanges } from '../../contract/proposed-changes.ts'
import { listPolicies } from '../../contract/policies.ts'
import { getPayoutTotals } from '../../contract/payouts.ts'
import { noPayouts } from './screen-data/payouts.ts'
import { getRequestDigest } from '../../contract/request-digest.ts'
import { getRequestCounts } from '../../contract/request-review.ts'
import { countSecondApprovals } from '../../contract/second-approvals.ts'
import { stepUp } from '../../contract/two-factor.ts'
import { closureState } from './screen-data/security.ts'
import { startAnswerServer, type Answers, type AnswerServer } from './answers.ts'
import { anAdminProfile, aProfile, aSession, gold } from './screen-data.ts'
import {
  depositInstructions,
  exchangeRates,
  ownStats,
  platformSettings,
  platformStats,
  requestCounts,
} from './screen-data.ts'

/**
 * The `test` of the screens: the built pages in a real browser, with answers that the test gives. There is no database.
 * A journey or a test over HTTP proves for the real server each fact that a test of a screen makes up.
 */
export const test = base.extend<{ answers: Answers }, { answerServer: AnswerServer }>({
  answerServer: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const server = await startAnswerServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ answerServer }, use) => use(answerServer.url),
  // The fixture starts by itself, so that no test hears the calls of the one before.
  answers: [
    async ({ answerServer }, use) => {
      const answers = answerServer.begin()
      giveUsualAnswers(answers)
      await use(answers)
      answers.expectComplete()
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'

/** The options of `test.use` for tests of the layout of phones. They run once, and need no tag. */
export const onPhone = { viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true }

/** Makes the page's browser that of a member. Returns the session, which holds the member's profile. */
export async function readAsMember(
  page: Page,
  answers: Answers,
  profile = aProfile(),
  fields: Partial<Session> = {},
): Promise<Session> {
  return readAs(page, answers, aSession(profile, fields), 'member')
}

/** Makes the page's browser that of an administrator. */
export async function readAsAdmin(
  page: Page,
  answers: Answers,
  profile = anAdminProfile(),
  fields: Partial<Session> = {},
): Promise<Session> {
  answers.give(getRequestCounts, requestCounts())
  answers.give(getRequestDigest, { rhythm: 'never' })
  answers.give(listProposedChanges, { items: [] })
  answers.give(listMentions, { items: [] })
  answers.give(countSecondApprovals, { requests: 0, changes: 0 })
  answers.give(getPayoutTotals, noPayouts)
  answers.give(getChangeOutlook, { need: 'nothing', worth_usd: null, rule: null, package_gain_max: null })
  answers.give(listPolicies, { items: [] })
  answers.give(listAssignees, { items: [] })
  return readAs(page, answers, aSession(profile, fields), 'admin')
}

async function readAs(page: Page, answers: Answers, session: Session, role: 'member' | 'admin'): Promise<Session> {
  const { id: userId, duty } = session.profile
  answers.callAs({
    role,
    userId,
    sessionId: randomUUID(),
    duty,
    token: '',
    payoutTarget: { address: null, network: 'TRC20' },
  })
  answers.give(getSession, { session, isAuthenticated: true, isAdmin: role === 'admin' })
  // The cookie alone tells a visitor's document from that of the app.
  const cookie = { name: 'session', value: 'screen', url: answers.url, httpOnly: true, sameSite: 'Lax' } as const
  await page.context().addCookies([cookie])
  return session
}

/** Answers all further calls as those of a visitor, as after a sign-out. */
export function readAsVisitor(answers: Answers): void {
  answers.callAs({ role: 'visitor' })
  answers.give(getSession, visitor)
}

const visitor = { session: null, isAuthenticated: false, isAdmin: false }

/** Answers the calls that every page makes, as a platform with one package does. */
function giveUsualAnswers(answers: Answers): void {
  answers.give(getSession, visitor)
  answers.give(keepSession, {})
  answers.give(getPlatformSettings, platformSettings())
  answers.give(getDepositInstructions, depositInstructions())
  answers.give(getGlobalPlatformStats, platformStats())
  answers.give(getExchangeRates, exchangeRates())
  answers.give(listPackages, { items: [gold] })
  answers.give(getUserDashboardStats, ownStats())
  answers.give(getUnreadCount, { unread: 0 })
  answers.give(countNotices, { last_number: 0, unread: 0 })
  answers.give(listWalletAddresses, { items: [] })
  answers.give(listSendingAddresses, { items: [] })
  answers.give(getOwnPayment, { state: 'not_checked', transactions: [] })
  answers.give(getOutgoingState, { hold: null, is_stopped: false })
  answers.give(listOwnWaits, { items: [] })
  answers.give(getMailPreferences, { decisions: true, coins: true, rewards: true, payouts: true, chat: true })
  answers.give(getPush, { public_key: null, is_on: false })
  answers.give(getEmailChange, { pending: null })
  answers.give(getAccountClosure, closureState())
  answers.give(stepUp, { proof: 'proof', expires_at: '2100-01-01T00:00:00.000Z' })
}
