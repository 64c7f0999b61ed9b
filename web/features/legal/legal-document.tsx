import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../../contract/translate.ts'
import { Button } from '../../ui/button.tsx'
import { dateLocale } from '../../ui/format-time.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { OperatorNotice } from './operator.tsx'

export interface LegalSection {
  id: string
  title: string
  /** Paragraphs, and lists of points. */
  parts: (ReactNode | { points: ReactNode[] })[]
}

interface LegalDocumentProps {
  title: string
  /** The day on which this text was last changed. */
  changedOn: Date
  /** The most important points, in a few sentences. */
  summary: string[]
  sections: readonly LegalSection[]
}

/** A text that people agree to. It starts with its contents, and prints without the page around it. */
export function LegalDocument({ title, changedOn, summary, sections }: LegalDocumentProps) {
  return (
    <div className="mx-auto max-w-content px-4 py-10 lg:px-8">
      <article
        data-printed
        className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,66ch)_20rem] lg:justify-between print:block"
      >
        <div className="lg:col-span-2">
          <PageTitle
            lead={t('Last changed on {date}', { date: formatDay(changedOn) })}
            aside={
              <Button variant="ghost" className="print:hidden" onClick={() => print()}>
                <Printer aria-hidden="true" />
                {t('Print')}
              </Button>
            }
          >
            {title}
          </PageTitle>
        </div>
        <nav aria-label={t('Contents')} className="print:hidden lg:order-last">
          <div className="rounded-3 border border-line bg-surface p-5 lg:sticky lg:top-32">
            <h2 className="font-semibold">{t('Contents')}</h2>
            <ol className="mt-2 grid text-sm">
              {sections.map((section, index) => (
                <li key={section.id}>
                  <a
                    className="link-quiet inline-flex min-h-8 items-center pointer-coarse:min-h-11"
                    href={`#${section.id}`}
                  >
                    {index + 1}. {section.title}
                  </a>
                </li>
              ))}
            </ol>
          </div>
        </nav>
        <div className="grid content-start gap-8 print:mt-6 print:block">
          <OperatorNotice />
          <Summary sentences={summary} />
          {sections.map((section, index) => (
            <Section key={section.id} {...section} number={index + 1} />
          ))}
        </div>
      </article>
    </div>
  )
}

function Summary({ sentences }: { sentences: string[] }) {
  return (
    <section aria-labelledby="summary" className="border-s-3 border-brass ps-5 print:mt-4">
      <h2 id="summary" className="font-semibold">
        {t('In short')}
      </h2>
      <ul className="mt-2 grid list-disc gap-1 ps-5 text-ink-2">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  )
}

/* oxlint-disable react/no-array-index-key -- The parts of a text that never changes while it is read. */
function Section({ id, title, parts, number }: LegalSection & { number: number }) {
  return (
    <section aria-labelledby={id} className="print:mt-6">
      <h2 id={id} className="serif text-xl">
        {number}. {title}
      </h2>
      <div className="mt-3 grid gap-3 text-ink-2 print:text-ink">
        {parts.map((part, index) =>
          isList(part) ? (
            <ul key={index} className="grid list-disc gap-2 ps-5">
              {part.points.map((point, position) => (
                <li key={position}>{point}</li>
              ))}
            </ul>
          ) : (
            <p key={index}>{part}</p>
          ),
        )}
      </div>
    </section>
  )
}

function isList(part: LegalSection['parts'][number]): part is { points: ReactNode[] } {
  return typeof part === 'object' && part !== null && 'points' in part
}

function formatDay(date: Date): string {
  return new Intl.DateTimeFormat(dateLocale, { dateStyle: 'long' }).format(date)
}
