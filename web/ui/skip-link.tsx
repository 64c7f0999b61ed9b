import { t } from '../../contract/translate.ts'

/** The first stop of the Tab key. It leads past the bars to the content. */
export function SkipLink({ href = '#content', children = t('Skip to content') }: { href?: string; children?: string }) {
  return (
    <a
      href={href}
      className="fixed start-4 top-2 z-60 -translate-y-24 rounded-2 bg-brand px-4 py-2 font-semibold text-on-brand focus:translate-y-0"
    >
      {children}
    </a>
  )
}
