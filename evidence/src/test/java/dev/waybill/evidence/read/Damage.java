package dev.waybill.evidence.read;

import java.io.ByteArrayOutputStream;
import java.util.Random;

/// What disks, mail and people do to a file: bytes flipped, cut off, taken out, repeated, put elsewhere, put in.
public final class Damage {

    private Damage() {}

    /// One to three times.
    public static byte[] of(byte[] sound, Random random) {
        byte[] damaged = sound;
        for (int i = random.nextInt(3); i >= 0; i--) {
            damaged = damaged.length == 0 ? new byte[] {(byte) random.nextInt(256)} : once(damaged, random);
        }
        return damaged;
    }

    private static byte[] once(byte[] sound, Random random) {
        int length = sound.length;
        int from = random.nextInt(length);
        int to = Math.min(length, from + 1 + random.nextInt(200));
        return switch (random.nextInt(7)) {
            case 0, 1 -> {
                byte[] flipped = sound.clone();
                flipped[from] ^= (byte) (1 << random.nextInt(8));
                yield flipped;
            }
            case 2 -> joined(sound, 0, from);
            case 3 -> joined(sound, 0, from, to, length);
            case 4 -> joined(sound, 0, to, from, to, to, length);
            case 5 -> {
                int far = to + random.nextInt(length - to + 1);
                yield joined(sound, 0, from, to, far, from, to, far, length);
            }
            default -> {
                byte[] noise = new byte[1 + random.nextInt(8)];
                random.nextBytes(noise);
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                out.write(sound, 0, from);
                out.writeBytes(noise);
                out.write(sound, from, length - from);
                yield out.toByteArray();
            }
        };
    }

    private static byte[] joined(byte[] sound, int... ends) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < ends.length; i += 2) {
            out.write(sound, ends[i], ends[i + 1] - ends[i]);
        }
        return out.toByteArray();
    }
}
