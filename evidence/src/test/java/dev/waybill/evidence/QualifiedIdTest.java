package dev.waybill.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QualifiedIdTest {

    @Test
    void theNameOfAKnownSystemQualifiesAnId() {
        assertThat(QualifiedId.parse("assay:r_a1b2c3d4e5f6", Repo.AGENTMESH))
                .isEqualTo(new QualifiedId(Repo.ASSAY, "r_a1b2c3d4e5f6"));
    }

    @Test
    void anyOtherColonBelongsToTheId() {
        assertThat(QualifiedId.parse("sha256:d4e5", Repo.CCIO)).isEqualTo(new QualifiedId(Repo.CCIO, "sha256:d4e5"));
        assertThat(QualifiedId.parse("assay:", Repo.CCIO)).isEqualTo(new QualifiedId(Repo.CCIO, "assay:"));
    }

    @Test
    void onlyTheFirstColonQualifies() {
        assertThat(QualifiedId.parse("ccio:a:b", Repo.ASSAY)).isEqualTo(new QualifiedId(Repo.CCIO, "a:b"));
    }
}
