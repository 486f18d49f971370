package dev.waybill.host.wiring;

import dev.waybill.receipt.ReceiptIssuer;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.KeyDirectory;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.key.SigningKey;
import dev.waybill.receipt.privacy.TenantIds;
import dev.waybill.runtime.KeyLost;
import dev.waybill.runtime.receipt.HostKeys;
import dev.waybill.runtime.receipt.ReceiptIssuers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// This user's keys. The first run makes them: nothing has to be set up, and several processes that start at
/// once make one key between them. Whoever rotates them while this process lives replaces their file, which is
/// looked at before every signature.
public final class UserKeys implements ReceiptIssuers {

    private static final String SECRET = "tenant-secret";
    private static final String ISSUERS = "issuers";

    private final Path directory;
    private final InstantSource clock;
    private final List<SigningKey> named;
    private final @Nullable String issuer;
    private final boolean makes;
    private @Nullable HostKeys loaded;
    private List<FileStamp> stamps = List.of();
    private boolean kept;

    /// @param directory where they lie
    /// @param named keys to use instead of the user's own, the current one last; empty for the user's own
    /// @param issuer under which name they sign; null for one that is made from the key
    /// @param makes whether keys are made where there are none; a command that only looks makes nothing
    public UserKeys(
            Path directory, InstantSource clock, List<SigningKey> named, @Nullable String issuer, boolean makes) {
        this.directory = directory;
        this.clock = clock;
        this.named = named;
        this.issuer = issuer;
        this.makes = makes;
    }

    @Override
    public ReceiptIssuer issuer(String tenant, Wire wire, Instant at) {
        keepIssuer();
        return fresh().issuer(tenant, wire, at);
    }

    @Override
    public ReceiptIssuer issuer(String tenant, Wire wire, String name, Instant at) {
        return fresh().issuer(tenant, wire, name, at);
    }

    @Override
    public boolean knows(String name) {
        return known().knows(name);
    }

    @Override
    public TenantIds ids(String tenant) {
        return load().ids(tenant);
    }

    @Override
    public KeySet publicKeys() {
        return known().publicKeys();
    }

    /// Finds or makes the keys; called at start where receipts will be needed, so that trouble shows before
    /// work does.
    ///
    /// @throws KeysUnusable when they can neither be read nor made
    public synchronized HostKeys load() {
        HostKeys keys = loaded;
        if (keys == null) {
            keys = read();
            loaded = keys;
        }
        return keys;
    }

    /// The keys as they are now or, where they are lost, as they were.
    private HostKeys known() {
        try {
            return fresh();
        } catch (KeyLost _) {
            return load();
        }
    }

    /// The keys as they are now. A file that is gone or damaged stops all signing until it is back; it is not
    /// made anew.
    private synchronized HostKeys fresh() {
        HostKeys known = loaded;
        if (known == null || !named.isEmpty()) {
            return load();
        }
        KeyDirectory keys = new KeyDirectory(directory);
        try {
            List<FileStamp> now = List.of(FileStamp.of(keys.file()), FileStamp.of(issuersFile()));
            if (!now.equals(stamps)) {
                known = new HostKeys(keys.all(), issuer, issuers(), secret());
                loaded = known;
                stamps = now;
            }
            return known;
        } catch (IOException | IllegalArgumentException e) {
            throw new KeyLost("the signing keys of this process cannot be read any more", e);
        }
    }

    private HostKeys read() {
        try {
            return makes ? UserSecret.alone(directory, this::found) : found();
        } catch (IOException e) {
            throw new KeysUnusable(
                    "the keys in " + directory + " cannot be used: " + e.getMessage(),
                    "Name a directory that you may write to (WAYBILL_KEYS), or do without receipts.");
        } catch (IllegalArgumentException e) {
            throw new KeysUnusable(
                    "no receipts can be signed: " + e.getMessage(), "Check the issuer's name and the signing key.");
        }
    }

    private HostKeys found() throws IOException {
        return named.isEmpty()
                ? new HostKeys(own(), issuer, issuers(), secret())
                : new HostKeys(named, issuer, secret());
    }

    /// Keeps the name beside the keys that sign under it, so that who goes on with a run, exports or checks it
    /// need not be told. Keys that were named for one command are not the user's own, and what they sign as is
    /// not kept.
    private synchronized void keepIssuer() {
        String name = issuer;
        if (kept || name == null || !named.isEmpty()) {
            return;
        }
        try {
            UserSecret.alone(directory, () -> {
                Set<String> names = new LinkedHashSet<>(issuers());
                if (names.add(name)) {
                    KeyDirectory.writeSecret(issuersFile(), String.join("\n", names) + "\n");
                }
                return names;
            });
        } catch (IOException e) {
            throw new KeyLost("the issuer's name cannot be kept beside the signing keys", e);
        }
        kept = true;
    }

    private Path issuersFile() {
        return directory.resolve(ISSUERS);
    }

    private List<String> issuers() throws IOException {
        Path file = issuersFile();
        return Files.exists(file)
                ? Files.readAllLines(file).stream()
                        .map(String::strip)
                        .filter(line -> !line.isEmpty())
                        .toList()
                : List.of();
    }

    private List<SigningKey> own() throws IOException {
        KeyDirectory keys = new KeyDirectory(directory);
        if (keys.current().isEmpty()) {
            SigningKey first = SigningKey.generate(new SecureRandom());
            if (!makes) {
                // A stranger's, of which no receipt knows.
                return List.of(first);
            }
            keys.rotateTo(first, clock.instant().getEpochSecond(), 0);
        }
        return keys.all();
    }

    private byte[] secret() throws IOException {
        return new UserSecret(directory, SECRET).found(makes);
    }
}
