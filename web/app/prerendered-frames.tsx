import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { pages, pageTitles, type PagePath } from '../../contract/pages.ts'
import { t } from '../../contract/translate.ts'
import { AuthFrame } from '../features/accounts/auth-frame.tsx'
import { richText } from '../lib/rich-text.ts'
import { sessionQuery, signedOut } from '../lib/session.ts'
import type { SessionAnswer } from '../lib/session-state.ts'
import { AdminLayout } from './layouts/admin-layout.tsx'
import { MemberLayout } from './layouts/member-layout.tsx'
import { PublicLayout } from './layouts/public-layout.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export interface PrerenderedFrame {
  /** The people who may see the page. Its frame is shown to no others. */
  audience: 'visitor' | 'member' | 'admin'
  html: string
}

/**
 * Draws the parts of a page that are known before its scripts arrive: the bars and the heading. web/app/head.js shows
 * them once the session is known, and writes the person's name into `data-own-name`.
 */
export async function renderFrame(path: PagePath): Promise<PrerenderedFrame | undefined> {
  const audience = audienceOf(path)
  if (!audience) return undefined
  // A separate client: the same process draws the home page, on which no person is signed in.
  const client = new QueryClient()
  client.setQueryData(sessionQuery.queryKey, sessions[audience])
  const root = createRootRoute({ component: layouts[audience] })
  const page = createRoute({ getParentRoute: () => root, path: '$', component: () => <Beginning path={path} /> })
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createRouter({ routeTree: root.addChildren([page]), history })
  await router.load()
  const html = renderToStaticMarkup(
    <div inert aria-hidden="true" className="[&_.animate-fade-in]:animate-none">
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </div>,
  )
  // The browser would refuse such a style, as the site's policy allows none inside a document.
  if (html.includes(' style=')) throw new Error(`The frame of ${path} has a style of its own`)
  return { audience, html }
}

function audienceOf(path: PagePath): PrerenderedFrame['audience'] | undefined {
  if (path === '/login') return 'visitor'
  // The heading of such a page names the person or thing that it is about, which is not known yet.
  if (path.includes(':')) return undefined
  const { area } = pages[path]
  return area === 'member' || area === 'admin' ? area : undefined
}

const layouts = { visitor: PublicLayout, member: MemberLayout, admin: AdminLayout }

const ownName = <span data-own-name="" />

/** The pages with a heading that is more than their name, or with a line below it. */
const headings: { [path in PagePath]?: { title?: ReactNode; lead?: ReactNode } } = {
  '/dashboard': { title: richText('Welcome, {name}', { name: ownName }), lead: <Skeleton className="my-1 w-48" /> },
  '/dashboard/buy': { lead: t('Choose an amount, send USDT to our address and upload the slip of your payment.') },
  '/dashboard/profile': { lead: t('Your details, your wallet and how you log in.') },
  '/dashboard/referrals': { lead: t('Bring friends in, and share in their first purchase.') },
  '/dashboard/transfer': { lead: t('To another member, by their member ID.') },
  '/dashboard/withdraw': { lead: t('To your own USDT wallet.') },
  '/admin': {
    title: richText('Welcome back, {name}', { name: ownName }),
    lead: t('What waits for a decision, and where the platform stands.'),
  },
  '/admin/users': { lead: t('Everybody with an account, members and administrators.') },
  '/admin/transactions': { lead: t('What moved, how much and when.') },
  '/admin/all-activity': { lead: t('Everything that members asked for.') },
  '/admin/coins-ledger': { lead: t('Every movement of coins, in and out.') },
  '/admin/audit-log': {
    lead: t('Who did what, to whom, when and from where. Nothing here can be changed or removed.'),
  },
  '/admin/security': { lead: t('Your password, your second factor and where you are signed in.') },
}

function Beginning({ path }: { path: PagePath }) {
  if (path === '/login') {
    return (
      <AuthFrame title={t('Log In')} lead={t('Welcome back. Log in to see your coins and requests.')} seed="et-login">
        {/* As tall as the form and the links below it, so that the heading does not move. */}
        <Skeleton className="h-[289px] rounded-3 pointer-coarse:h-[305px]" />
      </AuthFrame>
    )
  }
  const { title = pageTitles[path], lead } = headings[path] ?? {}
  return (
    <div className="grid gap-5">
      <PageTitle lead={lead}>{title}</PageTitle>
      <Skeleton className="h-96 rounded-3" />
    </div>
  )
}

const moment = '2026-01-01T00:00:00.000Z'

/** Returns a session with empty details, for a person with the given role. */
function examplePerson(role: 'user' | 'admin'): SessionAnswer {
  const id = ''
  const profile = {
    id,
    full_name: '',
    email: '',
    member_id: null,
    wallet_address: null,
    wallet_link: null,
    usdt_qr_code_url: null,
    status: 'Active',
    created_at: moment,
    city: null,
    state: null,
    country: null,
    area: null,
    contact_number: null,
    referral_code: null,
    referred_by_id: null,
    first_purchase_done: true,
    role,
    package_id: null,
  } as const
  const session = {
    access_token: null,
    refresh_token: null,
    expires_at: moment,
    user: { id, email: '', role },
    profile,
    package: null,
    two_factor: { is_on: true, is_required: false },
  }
  return { session, isAuthenticated: true, isAdmin: role === 'admin' }
}

const sessions = { visitor: signedOut, member: examplePerson('user'), admin: examplePerson('admin') }
