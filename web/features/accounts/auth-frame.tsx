import type { ReactNode } from 'react'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { cn } from '../../ui/cn.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { Rosette } from '../../ui/rosette.tsx'

interface AuthFrameProps {
  title: string
  lead?: ReactNode
  /** Links below the form. */
  after?: ReactNode
  /** The seed of the engraving beside the form; each page has its own. */
  seed: string
  /** Moves the focus to the title. Set by a page that turns into another one without a new address. */
  isFocused?: boolean
  children: ReactNode
}

/** A form of 440 px beside a petrol field with the coin. Narrow screens show the form alone. */
export function AuthFrame({ title, lead, after, seed, isFocused, children }: AuthFrameProps) {
  return (
    <div className="grid min-h-[max(560px,calc(100dvh-var(--topbar)-var(--ticker)-66px))] lg:grid-cols-[1.1fr_0.9fr]">
      <div className="grid content-center justify-items-center px-4 py-10 sm:px-8">
        <div className="grid w-full max-w-auth gap-6">
          <PageTitle lead={lead} focused={isFocused}>
            {title}
          </PageTitle>
          {children}
          {after && <div className="grid gap-2 border-t border-line pt-5 text-ink-2">{after}</div>}
        </div>
      </div>
      <div
        aria-hidden="true"
        className={cn(
          'relative hidden place-items-center overflow-hidden bg-petrol text-coin lg:grid',
          '[&>*]:col-start-1 [&>*]:row-start-1',
        )}
      >
        <Rosette seed={seed} size={520} strokeWidth={0.5} className="max-w-none opacity-80" />
        <BrandMark size={132} className="relative" />
      </div>
    </div>
  )
}
