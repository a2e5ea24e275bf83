/** Whom a live event is for: a person in one company, since a page shows one company's notifications. */
export const notificationKey = ({
  companyId,
  userId,
}: {
  readonly companyId: string
  readonly userId: string
}): string => `${companyId}/${userId}`
