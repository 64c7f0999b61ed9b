import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import type { Random } from './random.ts'

const exchanges = [
  [
    'Hello, I sent the USDT an hour ago. When will it show?',
    'Hello! Your request is in the queue and will be checked today.',
  ],
  ['Which network do I have to use?', 'TRC20 only, please. The address is on the page Buy Coins.'],
  ['Can I change my wallet address?', 'Yes, on your profile. Withdrawals you already asked for keep the old one.'],
  ['My friend has signed up with my code. When do I get the bonus?', 'As soon as the first package is approved.'],
  ['Thank you, the coins have arrived.', 'You are welcome!'],
  ['How long does a withdrawal take?', 'It depends on your package: the card of your package names the time.'],
] as const

/** Between two messages. */
const typingSeconds = 20

/** A conversation with the administrators; the newest messages of either side may be unread. */
export async function holdConversation(db: Db, random: Random, userId: string, adminId: string): Promise<void> {
  const messages = Array.from({ length: random.between(1, 3) }, () => random.pick(exchanges)).flatMap((exchange) => [
    { sender_id: userId, content: exchange[0] },
    { sender_id: adminId, content: exchange[1] },
  ])
  const isUnanswered = random.chance(0.4)
  if (isUnanswered) messages.pop()
  const { id: conversationId } = await db
    .insertInto('chat_conversations')
    .values({
      user_id: userId,
      admin_id: adminId,
      last_number: String(messages.length),
      created_at: secondsAgo(typingSeconds * (messages.length + 1)),
      last_active_at: secondsAgo(typingSeconds),
      admin_unread_count: isUnanswered ? 1 : 0,
      user_unread_count: !isUnanswered && random.chance(0.3) ? 1 : 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('chat_messages')
    .values(
      messages.map((message, index) => ({
        ...message,
        user_id: userId,
        conversation_id: conversationId,
        number: String(index + 1),
        created_at: secondsAgo(typingSeconds * (messages.length - index)),
      })),
    )
    .execute()
}

function secondsAgo(seconds: number) {
  return sql<string>`now() - make_interval(secs => ${seconds})`
}

/** How somebody signed in, and failed to. The addresses belong to networks kept for documentation. */
export async function recordLogins(db: Db, random: Random, userId: string): Promise<void> {
  const attempts = Array.from({ length: random.between(1, 4) }, () => ({
    user_id: userId,
    status: random.chance(0.85) ? ('success' as const) : ('failed' as const),
    ip_address: `${random.pick(['192.0.2', '198.51.100', '203.0.113'])}.${random.between(1, 254)}`,
    user_agent: 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
  }))
  await db.insertInto('login_history').values(attempts).execute()
}
