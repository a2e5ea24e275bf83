/** The recipient of a live event: a person in one company, because a page shows one company's notifications. */
export const notificationKey = ({
  companyId,
  userId,
}: {
  readonly companyId: string
  readonly userId: string
}): string => `${companyId}/${userId}`
