import * as contract from '../../contract/chat.ts'
import * as replies from '../../contract/saved-replies.ts'
import { route, type Route } from '../http/route.ts'
import {
  countUnreadOfAdmins,
  countUnreadOfMember,
  markRead,
  openConversation,
  readConversation,
  type ChatDeps,
} from './chat.ts'
import { listConversations, searchMembers, type ListPeople } from './inbox.ts'
import { listMessages, sendMessage } from './messages.ts'
import { addSavedReply, changeSavedReply, deleteSavedReply, listSavedReplies } from './saved-replies.ts'

export function chatRoutes(deps: ChatDeps & { listPeople: ListPeople }): Route[] {
  const { db } = deps
  return [
    route(contract.listConversations, ({ query }) => listConversations(db, query)),
    route(contract.searchChatMembers, ({ query }) => searchMembers(deps, query)),
    route(contract.getConversation, ({ caller, params }) => readConversation(db, caller, params.userId)),
    route(contract.openConversation, ({ caller, params }) => openConversation(deps, caller, params.userId)),
    route(contract.listMessages, ({ caller, params, query }) => listMessages(db, caller, { ...params, ...query })),
    route(contract.sendMessage, ({ caller, params, body }) =>
      sendMessage(deps, caller, { ...params, clientMessageId: body.client_message_id, content: body.content }),
    ),
    route(contract.markConversationRead, ({ caller, params, body }) => markRead(deps, caller, { ...params, ...body })),
    route(replies.listSavedReplies, () => listSavedReplies(db)),
    route(replies.addSavedReply, ({ caller: { userId: actorId }, ipAddress, body }) =>
      addSavedReply(db, { actorId, ipAddress }, body),
    ),
    route(replies.changeSavedReply, ({ caller: { userId: actorId }, ipAddress, params, body }) =>
      changeSavedReply(db, { actorId, ipAddress }, { ...params, ...body }),
    ),
    route(replies.deleteSavedReply, async ({ caller: { userId: actorId }, ipAddress, params }) => {
      await deleteSavedReply(db, { actorId, ipAddress }, params.replyId)
      return {}
    }),
    route(contract.getUnreadCount, ({ caller }) =>
      caller.role === 'admin' ? countUnreadOfAdmins(db) : countUnreadOfMember(db, caller.userId),
    ),
  ]
}
