import * as contract from '../../../contract/auth.ts'
import { languages, readLanguageCookie } from '../../../contract/languages.ts'
import * as passkeys from '../../../contract/passkeys.ts'
import * as recovery from '../../../contract/recovery.ts'
import * as users from '../../../contract/users.ts'
import { attemptCookieName, readAttemptCookie, setAttemptCookie } from '../../platform/http/attempt-cookie.ts'
import { chooseLanguage } from '../../platform/http/choose-language.ts'
import { deviceCookieName, readDeviceCookie, setDeviceCookie } from '../../platform/http/device-cookie.ts'
import { route, type Call, type Route } from '../../platform/http/route.ts'
import {
  clearSessionCookie,
  readSessionCookie,
  sessionCookieName,
  setSessionCookie,
} from '../../platform/http/session-cookie.ts'
import { addUser, type AccountDeps } from './add-user.ts'
import { storeAccountLanguage } from './account-language.ts'
import { adminSignUp } from './admin-sign-up.ts'
import { changePassword } from './change-password.ts'
import { type Client, type SignedIn } from './open-session.ts'
import { readSession, signOut } from './own-session.ts'
import { signInWithPasskey, startPasskeySignIn } from './passkey-sign-in.ts'
import { checkResetLink, mailResetLink, resetPassword } from './recovery.ts'
import { resendConfirmation } from './resend-confirmation.ts'
import { sendConfirmation } from './send-confirmation.ts'
import { signIn, type SignInDeps } from './sign-in.ts'
import { renewSignUp } from './renew-sign-up.ts'
import { checkConfirmationLink, confirmEmail, signUp } from './sign-up.ts'

export type AuthDeps = SignInDeps & AccountDeps

export function authRoutes(deps: AuthDeps): Route[] {
  const { config, db } = deps
  const { publicUrl } = config
  const cookieName = sessionCookieName(publicUrl)
  return [
    ...signUpRoutes(deps),
    ...signInRoutes(deps),
    route(contract.signOut, async ({ caller, reply }) => {
      await signOut(deps, caller)
      clearSessionCookie(reply, cookieName)
      // The browser also drops the answers that it cached for this person.
      reply.header('clear-site-data', '"cache"')
      return {}
    }),
    route(contract.getSession, async ({ caller, request }) => {
      if (caller.role === 'visitor') return readSession(deps, undefined)
      // Switching the language reloads the page, which reads the session and so brings the new language here.
      await storeAccountLanguage(db, caller.userId, readLanguageCookie(request.cookies))
      return readSession(deps, caller)
    }),
    route(contract.keepSession, async () => ({})),
    ...passwordRoutes(deps),
    route(users.addUser, ({ caller, ipAddress, body, write }) =>
      addUser({ ...deps, write }, { actorId: caller.userId, ipAddress }, body),
    ),
    route(users.resendConfirmation, async ({ caller, ipAddress, params, write }) => {
      await resendConfirmation({ ...deps, write }, { actorId: caller.userId, ipAddress }, params.userId)
      return {}
    }),
  ]
}

function signUpRoutes(deps: AuthDeps): Route[] {
  const { config, db } = deps
  const deviceName = deviceCookieName(config.publicUrl)
  return [
    route(contract.signUp, async ({ body, ipAddress, request }) => {
      await signUp(deps, body, { ipAddress, language: chooseLanguage(request, languages).code })
      return {}
    }),
    route(contract.adminSignUp, async ({ body, ipAddress, request }) => {
      await adminSignUp(db, body, { ipAddress, language: chooseLanguage(request, languages).code })
      return {}
    }),
    route(contract.confirmEmail, async ({ body, ipAddress }) => {
      await confirmEmail(deps, body, ipAddress)
      return {}
    }),
    route(contract.checkConfirmationLink, async ({ body }) => checkConfirmationLink(db, body.token)),
    route(contract.renewSignUp, async ({ body, ipAddress, request }) => {
      await renewSignUp(deps, body, { ipAddress, language: chooseLanguage(request, languages).code })
      return {}
    }),
    route(contract.sendConfirmation, async ({ body, ipAddress, userAgent, request }) => {
      const deviceCookie = readDeviceCookie(request, deviceName)
      await sendConfirmation(deps, body, { ipAddress, userAgent, deviceCookie })
      return {}
    }),
  ]
}

function signInRoutes(deps: AuthDeps): Route[] {
  const { publicUrl } = deps.config
  const cookieName = sessionCookieName(publicUrl)
  const deviceName = deviceCookieName(publicUrl)
  const attemptName = attemptCookieName(publicUrl)
  const clientOf = ({ ipAddress, userAgent, request }: Pick<Call, 'ipAddress' | 'userAgent' | 'request'>): Client => ({
    ipAddress,
    userAgent,
    sessionCookie: readSessionCookie(request, cookieName),
    deviceCookie: readDeviceCookie(request, deviceName),
    attempt: readAttemptCookie(request, attemptName),
    language: chooseLanguage(request, languages).code,
  })
  const setCookies = (reply: Call['reply'], { cookie, device }: SignedIn) => {
    setSessionCookie(reply, cookieName, cookie)
    setDeviceCookie(reply, deviceName, device)
  }
  return [
    route(contract.signIn, async (call) => {
      const signedIn = await signIn(deps, call.body, clientOf(call))
      setCookies(call.reply, signedIn)
      return signedIn.answer
    }),
    route(passkeys.startPasskeySignIn, async ({ request, reply }) => {
      const { attempt, options } = await startPasskeySignIn(deps, readAttemptCookie(request, attemptName))
      setAttemptCookie(reply, attemptName, attempt)
      return options
    }),
    route(passkeys.signInWithPasskey, async (call) => {
      const signedIn = await signInWithPasskey(deps, call.body, clientOf(call))
      setCookies(call.reply, signedIn)
      return signedIn.answer
    }),
  ]
}

function passwordRoutes(deps: AuthDeps): Route[] {
  const { publicUrl } = deps.config
  const cookieName = sessionCookieName(publicUrl)
  const deviceName = deviceCookieName(publicUrl)
  return [
    route(recovery.forgotPassword, async ({ body: { email }, ipAddress }) => {
      await mailResetLink(deps, { email, ipAddress })
      return {}
    }),
    route(recovery.checkResetLink, async ({ body: { token } }) => checkResetLink(deps.db, token)),
    route(recovery.resetPassword, async ({ caller, body, ipAddress, request, reply }) => {
      const deviceCookie = readDeviceCookie(request, deviceName)
      const { userId, device } = await resetPassword(deps, body, { ipAddress, deviceCookie })
      setDeviceCookie(reply, deviceName, device)
      if (caller.role !== 'visitor' && caller.userId === userId) clearSessionCookie(reply, cookieName)
      return {}
    }),
    route(recovery.changePassword, async ({ caller, body, ipAddress, userAgent, reply, write, requireProof }) => {
      const cookie = await changePassword({ ...deps, write }, { ...caller, ipAddress, userAgent }, body, requireProof)
      setSessionCookie(reply, cookieName, cookie)
      return {}
    }),
  ]
}
