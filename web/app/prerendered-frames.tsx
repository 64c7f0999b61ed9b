import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { pages, pageTitles, type PagePath } from '../../contract/pages.ts'
import { AuthFrame } from '../features/accounts/auth-frame.tsx'
import { sessionQuery, signedOut } from '../lib/session.ts'
import type { SessionAnswer } from '../lib/session-state.ts'
import { AdminLayout } from './layouts/admin-layout.tsx'
import { MemberLayout } from './layouts/member-layout.tsx'
import { PublicLayout } from './layouts/public-layout.tsx'
import { pageModules } from './page-modules.ts'
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
  const words = await readWords(path)
  // A separate client: the same process draws the home page, on which no person is signed in.
  const client = new QueryClient()
  client.setQueryData(sessionQuery.queryKey, sessions[audience])
  const root = createRootRoute({ component: layouts[audience] })
  const page = createRoute({
    getParentRoute: () => root,
    path: '$',
    component: () => <Beginning path={path} words={words} />,
  })
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

/** The words above a page, which its module exports so that they can be drawn before it is there. */
interface PageWords {
  /** The line below the heading. */
  lead?: string
  /** The heading with the person's name, if the page does not use its title as the heading. */
  welcome?: (name: ReactNode) => ReactNode
}

const files = import.meta.glob<PageWords>(['../pages/{member,admin}/{*,*/page}.tsx', '../pages/public/login/page.tsx'])

async function readWords(path: PagePath): Promise<PageWords> {
  const [file = ''] = pageModules[path].modules.slice(-1)
  const load = files[`../${file}`]
  if (!load) throw new Error(`No page is in ${file}`)
  return load()
}

interface BeginningProps {
  path: PagePath
  words: PageWords
}

function Beginning({ path, words: { lead, welcome } }: BeginningProps) {
  if (path === '/login') {
    return (
      <AuthFrame title={pageTitles[path]} lead={lead} seed="et-login">
        {/* As tall as the form and the links below it, so that the heading does not move. */}
        <Skeleton className="h-[353px] rounded-3 pointer-coarse:h-[369px]" />
      </AuthFrame>
    )
  }
  return (
    <div className="grid gap-5">
      {/* The member's welcome has a line about the member, who is not known yet. */}
      <PageTitle lead={lead ?? (welcome && <Skeleton className="my-1 w-48" />)}>
        {welcome?.(<span data-own-name="" />) ?? pageTitles[path]}
      </PageTitle>
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
    duty: role === 'admin' ? 'owner' : null,
    package_id: null,
  } as const
  const session = {
    access_token: null,
    refresh_token: null,
    expires_at: moment,
    user: { id, email: '', role },
    profile,
    package: null,
    closes_at: null,
    two_factor: { is_on: true, is_required: false, factors: ['app' as const] },
  }
  return { session, isAuthenticated: true, isAdmin: role === 'admin' }
}

const sessions = { visitor: signedOut, member: examplePerson('user'), admin: examplePerson('admin') }
