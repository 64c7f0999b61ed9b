import type { ReactNode } from 'react'
import { t } from '../../../contract/translate.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'

interface FailedScreenProps {
  id?: string
  hidden?: boolean
  reason: string
  /** The ways to go on. */
  children: ReactNode
}

/** Fills the screen in place of a page that could not be opened. */
export function FailedScreen({ reason, children, ...props }: FailedScreenProps) {
  return (
    <main {...props} className="mx-auto grid min-h-dvh max-w-auth place-content-center justify-items-start gap-4 p-6">
      <BrandMark size={40} />
      <h1 className="serif text-2xl">{t('This page could not be opened')}</h1>
      <p role="alert" className="text-ink-2">
        {reason}
      </p>
      <div className="flex flex-wrap gap-3">{children}</div>
    </main>
  )
}
