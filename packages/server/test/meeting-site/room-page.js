// The page of a room: the parts of Jitsi Meet that the bot reads, and people as WebRTC streams. Plain, as it is served.
/* global document, location, WebSocket, RTCPeerConnection, AudioContext, APP */
const listeners = new Set()
const state = {
  'features/base/conference': {},
  'features/base/participants': { local: { id: 'local' }, remote: new Map(), dominantSpeaker: undefined },
  'features/chat': { messages: [] },
  'features/lobby': { knocking: false },
  'features/notifications': { notifications: [] },
}
let isJoined = false
let socket = null

const change = (feature, values) => {
  state[feature] = { ...state[feature], ...values }
  for (const listener of listeners) listener()
}
const settings = Object.fromEntries(
  location.hash
    .slice(1)
    .split('&')
    .map((part) => part.split('=').map(decodeURIComponent)),
)
let ownName = JSON.parse(settings['userInfo.displayName'] ?? '""')

globalThis.APP = {
  conference: {
    isJoined: () => isJoined,
    hangup: () => {
      isJoined = false
      socket?.close()
    },
  },
  store: {
    getState: () => state,
    subscribe: (listener) => listeners.add(listener),
    dispatch: ({ type, message }) => {
      if (type === 'SEND_MESSAGE') socket?.send(JSON.stringify({ text: message }))
    },
  },
}

const sound = new AudioContext()
const people = new Map()

/** A sender and a receiver that are connected over WebRTC. */
async function connect(stream) {
  const sender = new RTCPeerConnection()
  const receiver = new RTCPeerConnection()
  sender.onicecandidate = ({ candidate }) => receiver.addIceCandidate(candidate)
  receiver.onicecandidate = ({ candidate }) => sender.addIceCandidate(candidate)
  const received = new Promise((resolve) => {
    receiver.ontrack = ({ streams: [arriving] }) => arriving.getTracks().length === 2 && resolve(arriving)
  })
  for (const track of stream.getTracks()) sender.addTrack(track, stream)
  await sender.setLocalDescription()
  await receiver.setRemoteDescription(sender.localDescription)
  await receiver.setLocalDescription()
  await sender.setRemoteDescription(receiver.localDescription)
  return { stream: await received, close: () => [sender, receiver].forEach((end) => end.close()) }
}

const colours = ['#b3261e', '#146c2e', '#0b57d0', '#7b4d00', '#6750a4']

async function addPerson({ name, hertz = 440 }) {
  const id = `id-${name}`
  const canvas = Object.assign(document.createElement('canvas'), { width: 200, height: 150 })
  const context = canvas.getContext('2d')
  const colour = colours[people.size % colours.length]
  let frame = 0
  const timer = setInterval(() => {
    frame++
    context.fillStyle = colour
    context.fillRect(0, 0, 200, 150)
    context.fillStyle = '#fff'
    context.font = '30px sans-serif'
    context.fillText(`${name} ${frame}`, 10, 40)
    // The counter as twelve black or white squares, for programs.
    for (let bit = 0; bit < 12; bit++) {
      context.fillStyle = frame & (1 << bit) ? '#fff' : '#000'
      context.fillRect(4 + bit * 16, 100, 16, 40)
    }
  }, 100)
  const tone = new OscillatorNode(sound, { frequency: hertz })
  const volume = new GainNode(sound, { gain: 0 })
  const out = sound.createMediaStreamDestination()
  tone.connect(volume).connect(out)
  tone.start()
  const person = { volume, close: () => clearInterval(timer) }
  people.set(name, person)
  setVolumes()
  change('features/base/participants', {
    remote: new Map([...state['features/base/participants'].remote, [id, { id, name }]]),
  })
  const { stream, close } = await connect(
    new MediaStream([...canvas.captureStream(10).getTracks(), ...out.stream.getTracks()]),
  )
  const video = Object.assign(document.createElement('video'), { autoplay: true, srcObject: stream })
  document.querySelector('#stage').append(video)
  person.close = () => {
    clearInterval(timer)
    tone.stop()
    close()
    video.remove()
  }
}

/** Undefined: everybody sounds at the same time. */
let speaker
const setVolumes = () => {
  for (const [name, { volume }] of people) volume.gain.value = speaker === undefined || speaker === name ? 0.25 : 0
}

const freeze = () => {
  for (;;);
}

const receptions = {
  open: () => undefined,
  entrance: () => undefined,
  strange: () => undefined,
  lobby: () => change('features/lobby', { knocking: true }),
  waitForHost: () => change('features/base/conference', { lobbyWaitingForHost: true }),
  password: () =>
    change('features/base/conference', { passwordRequired: {}, error: { name: 'conference.passwordRequired' } }),
  account: () => change('features/base/conference', { error: { name: 'conference.authenticationRequired' } }),
  refuse: () => change('features/base/conference', { error: { name: 'conference.connectionError.accessDenied' } }),
  freeze,
}

const leave = () => {
  isJoined = false
  change('features/base/conference', {})
}

const commands = {
  receive: ({ reception }) => receptions[reception](),
  add: addPerson,
  remove({ name }) {
    people.get(name)?.close()
    people.delete(name)
    const remote = new Map(state['features/base/participants'].remote)
    remote.delete(`id-${name}`)
    change('features/base/participants', { remote })
  },
  speak({ name }) {
    speaker = name ?? undefined
    setVolumes()
    change('features/base/participants', { dominantSpeaker: name === null ? undefined : `id-${name}` })
  },
  message: ({ id, text, isOwn }) =>
    change('features/chat', {
      messages: [
        ...state['features/chat'].messages,
        { messageId: id, message: text, messageType: isOwn ? 'local' : 'remote' },
      ],
    }),
  admit() {
    isJoined = true
    change('features/lobby', { knocking: false })
    change('features/base/conference', { lobbyWaitingForHost: false })
  },
  decline() {
    change('features/lobby', { knocking: false })
    change('features/notifications', { notifications: [{ props: { titleKey: 'lobby.joinRejectedTitle' } }] })
  },
  kick() {
    leave()
    change('features/notifications', { notifications: [{ props: { titleKey: 'dialog.kickTitle' } }] })
  },
  end() {
    leave()
    change('features/base/conference', { error: { name: 'conference.destroyed' } })
  },
  freeze,
}

function join() {
  const [room] = location.pathname.slice(1).split('/')
  socket = new WebSocket(`ws://${location.host}/${room}/${encodeURIComponent(ownName)}`)
  socket.onmessage = ({ data }) => {
    const command = JSON.parse(data)
    void commands[command.do](command)
  }
}

if (settings['config.prejoinConfig.enabled'] === 'false' && !globalThis.hasEntrance) join()
else {
  const entrance = document.querySelector('#entrance')
  entrance.hidden = false
  entrance.querySelector('button').addEventListener('click', () => {
    ownName = entrance.querySelector('input').value
    entrance.hidden = true
    join()
  })
}
