export type MeetingSettings = {
  /** Hosts of the installation's own Jitsi servers; with a port unless it is the usual one. */
  readonly jitsiHosts: readonly string[]
}

export const noMeetingSettings: MeetingSettings = { jitsiHosts: [] }

type MeetingValues = { readonly MEETING_JITSI_HOSTS?: string | undefined }

export const readMeetingSettings = (values: MeetingValues): MeetingSettings => ({
  jitsiHosts: (values.MEETING_JITSI_HOSTS ?? '')
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter((host) => host !== ''),
})

export const isListOfHosts = (text: string): boolean =>
  text.split(',').every((host) => /^[a-z\d.-]+(?::\d{1,5})?$/i.test(host.trim()))
