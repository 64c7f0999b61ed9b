import type { AdminSettings } from '../../../../contract/admin-settings.ts'
import type { Operator } from '../../../../contract/operator.ts'
import { t } from '../../../../contract/translate.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { SectionCard } from './section-card.tsx'
import { settingLabels } from './settings-form.ts'
import { useSection } from './use-section.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { richText } from '../../../lib/rich-text.ts'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TextInput } from '../../../ui/text-input.tsx'

const fields = [
  { name: 'operator_name', detail: 'name', type: 'text', autoComplete: 'organization', maxLength: 200 },
  { name: 'operator_address', detail: 'address', type: 'text', autoComplete: 'street-address', maxLength: 300 },
  { name: 'operator_email', detail: 'email', type: 'email', autoComplete: 'email', maxLength: 254 },
] as const

const names = fields.map(({ name }) => name)

/** The operator of the site, as its legal pages name it. */
export function OperatorSection({ settings }: { settings: AdminSettings }) {
  const section = useSection(settings, names)
  const { form, save } = section
  return (
    <>
      <SectionCard
        id="operator"
        section={section}
        title={t('Operator')}
        lead={richText(
          'Who runs this site. The {terms} and the {privacy} name them, and members read there where they can write to.',
          {
            terms: <LegalLink href="/terms">{t('Terms of Service')}</LegalLink>,
            privacy: <LegalLink href="/privacy">{t('Privacy Policy')}</LegalLink>,
          },
        )}
        saveLabel={t('Save operator')}
      >
        <MissingNotice operator={settings.operator_in_force} />
        {fields.map(({ name, detail, ...input }) => (
          <Field
            key={name}
            label={settingLabels[name]}
            hint={settings[name] === null ? configuredText(settings.operator_in_force[detail]) : undefined}
            error={form.formState.errors[name]?.message}
          >
            <TextInput {...input} readOnly={save.isPending} {...form.register(name)} />
          </Field>
        ))}
      </SectionCard>
      <ChangeDialog
        section={section}
        title={t('Change who runs this site?')}
        effect={t('The legal pages name them from now on. You are asked to confirm that it is you.')}
      />
    </>
  )
}

function LegalLink({ href, children }: { href: string; children: string }) {
  return (
    <AppLink href={href} className="link">
      {children}
    </AppLink>
  )
}

function configuredText(value: string | null): string | undefined {
  if (value === null) return undefined
  return t('The configuration says {value}. What is saved here comes before it.', { value })
}

function MissingNotice({ operator }: { operator: Operator }) {
  if (Object.values(operator).every((detail) => detail !== null)) return null
  return <Notice tone="warn">{t('The legal pages have gaps until all three are there.')}</Notice>
}
