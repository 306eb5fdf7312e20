// Synthesized sounds: a knock for the step, a hiss for the arrow.

import { settings } from "../shell/settings.svelte";

let context: AudioContext | null = null;

export function playMoveSound(): void {
  if (!settings.sound) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  knock(context, now);
  hiss(context, now + 0.2);
}

function knock(audio: AudioContext, at: number): void {
  const tone = new OscillatorNode(audio, { type: "triangle", frequency: 220 });
  tone.frequency.exponentialRampToValueAtTime(90, at + 0.08);
  tone.connect(fading(audio, at, 0.35, 0.12));
  tone.start(at);
  tone.stop(at + 0.15);
}

function hiss(audio: AudioContext, at: number): void {
  const noise = audio.createBuffer(1, audio.sampleRate * 0.3, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
  const source = new AudioBufferSourceNode(audio, { buffer: noise });
  const band = new BiquadFilterNode(audio, { type: "bandpass", frequency: 2400, Q: 0.8 });
  source.connect(band).connect(fading(audio, at, 0.18, 0.25));
  source.start(at);
}

/** A gain node that fades out. */
function fading(audio: AudioContext, at: number, volume: number, seconds: number): GainNode {
  const gain = new GainNode(audio, { gain: volume });
  gain.gain.setValueAtTime(volume, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  gain.connect(audio.destination);
  return gain;
}
