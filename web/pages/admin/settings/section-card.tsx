import type { ReactNode } from 'react'
import { changeSettings } from '../../../../contract/endpoints/admin-settings.ts'
import { t } from '../../../../contract/translate.ts'
import { useMay } from '../../../lib/use-may.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { changedMeanwhileText, NewVersion } from './new-version.tsx'
import type { Section } from './use-section.ts'

interface SectionCardProps {
  /** The anchor for links to this section. */
  id?: string | undefined
  section: Section
  title: string
  /** Says what the section is for, and from when on a change counts. */
  lead: ReactNode
  saveLabel: string
  /** Content beside the form on a wide screen. */
  aside?: ReactNode
  children: ReactNode
}

/** A section of the settings with its own form and button. Without the duty to change them, it is only read. */
export function SectionCard({ id, section, title, lead, saveLabel, aside, children }: SectionCardProps) {
  const { changes, submit, startAnew } = section
  const hasChanges = changes.length > 0
  const mayChange = useMay()(changeSettings)
  return (
    <Card id={id} title={title} className="grid gap-4">
      <div className="grid gap-x-10 gap-y-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <form noValidate onSubmit={submit} className="grid content-start gap-4">
          <p className="text-sm text-ink-2">{lead}</p>
          <MeanwhileNotice section={section} />
          <fieldset disabled={!mayChange} className="contents">
            {children}
          </fieldset>
          {mayChange && (
            <div className="flex flex-wrap gap-3 max-sm:[&>*]:flex-1">
              <SubmitButton aria-disabled={!hasChanges || undefined}>{saveLabel}</SubmitButton>
              {hasChanges && (
                <Button variant="ghost" onClick={startAnew}>
                  {t('Undo')}
                </Button>
              )}
            </div>
          )}
        </form>
        {aside}
      </div>
    </Card>
  )
}

/** Says that other administrators saved changes since the form was begun, or that the form was restored. */
function MeanwhileNotice({ section: { changes, changedMeanwhile, isRestored, takeOver } }: { section: Section }) {
  if (changedMeanwhile.length > 0) {
    return (
      <Notice
        tone="warn"
        role="alert"
        title={changedMeanwhileText}
        action={
          <Button variant="ghost" size="sm" onClick={takeOver}>
            {t('Go on with the new version')}
          </Button>
        }
      >
        <NewVersion changes={changedMeanwhile} />
        <p className="mt-1">{t('What you typed stays.')}</p>
      </Notice>
    )
  }
  if (!isRestored || changes.length === 0) return null
  return <Notice>{t('What you typed and did not save is back.')}</Notice>
}
