import { Link } from '@tanstack/react-router'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Timeline } from '../../ui/timeline.tsx'

/** What a new member does next, before there is anything to list. */
export function FirstSteps() {
  return (
    <Card title="Your first coins">
      <Timeline
        entries={[
          { id: 'account', title: 'Account opened', state: 'done' },
          {
            id: 'package',
            title: 'Choose a package and send USDT',
            detail:
              'Your first purchase is a membership package. The one from your signup is chosen already; you can change it.',
            state: 'current',
          },
          {
            id: 'slip',
            title: 'Upload the payment slip',
            detail: 'An administrator compares it with your request.',
            state: 'todo',
          },
          { id: 'coins', title: 'Coins credited', detail: 'They appear here, with your bonus.', state: 'todo' },
        ]}
      />
      <Button asChild className="mt-5">
        <Link to="/dashboard/buy">Buy your first coins</Link>
      </Button>
    </Card>
  )
}
