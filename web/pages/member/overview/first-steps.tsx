import { Link } from '@tanstack/react-router'
import { t } from '../../../../contract/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Timeline } from '../../../ui/timeline.tsx'

/** The next steps of a new member, who has no transactions or requests yet. */
export function FirstSteps() {
  return (
    <Card title={t('Your first coins')}>
      <Timeline
        entries={[
          { id: 'account', title: t('Account opened'), state: 'done' },
          {
            id: 'package',
            title: t('Choose a package and send USDT'),
            detail: t(
              'Your first purchase is a membership package. The one from your signup is chosen already; you can change it.',
            ),
            state: 'current',
          },
          {
            id: 'slip',
            title: t('Upload the payment slip'),
            detail: t('An administrator compares it with your request.'),
            state: 'todo',
          },
          { id: 'coins', title: t('Coins credited'), detail: t('They appear here, with your bonus.'), state: 'todo' },
        ]}
      />
      <Button asChild className="mt-5">
        <Link to="/dashboard/buy">{t('Buy your first coins')}</Link>
      </Button>
    </Card>
  )
}
