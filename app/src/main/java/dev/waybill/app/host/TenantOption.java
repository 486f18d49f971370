package dev.waybill.app.host;

import dev.waybill.app.cli.Argument;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Option;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/// `--tenant NAME`: to whom something belongs.
public final class TenantOption implements Argument {

    private static final int LONGEST = 128;

    private final Option<String> tenant;

    public TenantOption(String description) {
        this.tenant = Option.text("--tenant", "NAME", description);
    }

    /// The tenant that was named, else the command line's own.
    public String name() {
        String named = given();
        return named == null ? Hosts.TENANT : named;
    }

    /// @return null when none was named
    public @Nullable String given() {
        String named = tenant.value();
        if (named != null && (named.isBlank() || named.length() > LONGEST)) {
            throw Failure.usage("--tenant: expected 1 to " + LONGEST + " characters, found " + named.length(), null);
        }
        return named == null ? null : named.strip();
    }

    @Override
    public void addTo(CommandSpec spec) {
        tenant.addTo(spec);
    }
}
