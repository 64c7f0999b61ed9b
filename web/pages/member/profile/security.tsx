import { t } from '../../../../contract/translate.ts'
import { PasswordForm } from '../../../features/security/password-form.tsx'
import { Passkeys } from '../../../features/security/passkeys.tsx'
import { SessionList } from '../../../features/security/session-list.tsx'
import { TwoFactor } from '../../../features/security/two-factor.tsx'
import { EmailPart } from './email.tsx'
import { SectionPart } from './section.tsx'

export function SecuritySection({ email }: { email: string }) {
  return (
    <div className="grid gap-6">
      <SectionPart title={t('Email')}>
        <EmailPart email={email} />
      </SectionPart>
      <SectionPart title={t('Password')}>
        <PasswordForm />
      </SectionPart>
      <SectionPart title={t('Two-factor authentication')}>
        <TwoFactor />
      </SectionPart>
      <SectionPart title={t('Passkeys')}>
        <Passkeys />
      </SectionPart>
      <SectionPart title={t('Where you are signed in')}>
        <SessionList />
      </SectionPart>
    </div>
  )
}
